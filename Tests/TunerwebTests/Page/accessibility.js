// Returns the accessibility faults of the page as it is shown now, as an array of sentences. A function body for a script
// of WebDriver.

const faults = [];
const note = (element, text) => {
  const name = nameOf(element) || element.textContent.trim().slice(0, 30);
  faults.push(`${element.localName}${element.id ? `#${element.id}` : ""}.${[...element.classList].join(".")} “${name}”: ${text}`);
};

// MARK: Names

function nameOf(element) {
  const labelledBy = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
  if (labelledBy) return labelledBy;
  const label = element.getAttribute("aria-label")?.trim();
  if (label) return label;
  const labels = [...(element.labels ?? [])].map((one) => one.textContent.trim()).join(" ").trim();
  if (labels) return labels;
  if (["input", "select", "textarea"].includes(element.localName)) return element.title;
  return visibleText(element).trim() || element.title;
}

function visibleText(element) {
  let text = "";
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) text += child.data;
    else if (child.nodeType === Node.ELEMENT_NODE && child.ariaHidden !== "true") {
      text += getComputedStyle(child).display.startsWith("inline") ? visibleText(child) : ` ${visibleText(child)} `;
    }
  }
  return text;
}

const isShown = (element) => element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && element.getClientRects().length > 0;
const controls = [...document.querySelectorAll(
  "button, a[href], input, select, textarea, [tabindex], [role=button], [role=slider], [role=switch], [role=spinbutton], [role=combobox], [role=option], [role=tab], [role=treeitem]",
)].filter(isShown);
for (const control of controls) {
  const isTarget = control.tabIndex >= 0 || control.hasAttribute("role") || !control.hasAttribute("tabindex");
  if (isTarget && !nameOf(control)) note(control, "has no name");
}

// MARK: Roles

const known = new Set(("alert banner button cell checkbox columnheader combobox dialog form grid gridcell group heading img link list listbox " +
  "listitem log main menu menuitem meter navigation none option presentation progressbar radio radiogroup region row rowgroup " +
  "rowheader search searchbox separator slider spinbutton status switch tab table tablist tabpanel textbox timer toolbar tree treeitem").split(" "));
const required = {
  slider: ["aria-valuenow"], switch: ["aria-checked"], tab: ["aria-selected"], combobox: ["aria-expanded"], option: ["aria-selected"],
};
const parents = {
  tab: "[role=tablist]", option: "[role=listbox]", treeitem: "[role=tree], [role=group]", listitem: "[role=list], ul, ol", row: "[role=table], [role=grid], [role=rowgroup], table",
};
for (const element of [...document.querySelectorAll("[role]")].filter(isShown)) {
  const role = element.getAttribute("role");
  if (!known.has(role)) note(element, `has the unknown role ${role}`);
  for (const attribute of required[role] ?? []) {
    if (!element.hasAttribute(attribute)) note(element, `has the role ${role} and no ${attribute}`);
  }
  if (parents[role] && !element.parentElement.closest(parents[role])) note(element, `has the role ${role} outside of ${parents[role]}`);
}
for (const dialog of [...document.querySelectorAll("dialog[open], [role=dialog]")]) {
  if (!nameOf(dialog)) note(dialog, "is a dialog without a name");
}

// The name of a control of a key contains the key.
for (const row of [...document.querySelectorAll(".row")].filter(isShown)) {
  const key = row.querySelector(".name")?.textContent;
  if (!key) continue;
  for (const control of controls.filter((one) => row.contains(one))) {
    if (!nameOf(control).includes(key)) note(control, `does not name its key ${key}`);
  }
}

// MARK: Contrast

const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
function rgba(color) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return { red, green, blue, alpha: alpha / 255 };
}
const over = (top, bottom, alpha = top.alpha) => ({
  red: top.red * alpha + bottom.red * (1 - alpha), green: top.green * alpha + bottom.green * (1 - alpha), blue: top.blue * alpha + bottom.blue * (1 - alpha), alpha: 1,
});
function background(element) {
  if (!element) return rgba(getComputedStyle(document.documentElement).backgroundColor);
  const own = rgba(getComputedStyle(element).backgroundColor);
  return own.alpha === 1 ? own : over(own, background(element.parentElement));
}
function opacity(element) {
  let product = 1;
  for (let one = element; one; one = one.parentElement) product *= Number(getComputedStyle(one).opacity);
  return product;
}
function luminance({ red, green, blue }) {
  const [r, g, b] = [red, green, blue].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function checkContrast(element) {
  const style = getComputedStyle(element);
  const back = background(element);
  const color = rgba(style.color);
  const text = over(color, back, color.alpha * opacity(element));
  const [light, dark] = [luminance(text), luminance(back)].sort((one, other) => other - one);
  const ratio = (light + 0.05) / (dark + 0.05);
  const size = parseFloat(style.fontSize);
  // A symbol, such as a star, must be as clear as a large text.
  const isSymbol = !/[\p{L}\p{N}]/u.test(element.textContent);
  const least = isSymbol || size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  if (ratio < least) note(element, `has the contrast ${ratio.toFixed(2)} instead of ${least}`);
}
// Disabled controls may be faint.
const isDisabled = (element) => element.closest("[aria-disabled=true], :disabled") !== null;
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const seen = new Set();
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  if (!texts.currentNode.data.trim() || seen.has(element) || element.closest("[aria-hidden=true], option, script, noscript")) continue;
  seen.add(element);
  if (isShown(element) && !isDisabled(element)) checkContrast(element);
}
for (const field of controls.filter((one) => ["input", "select", "textarea"].includes(one.localName) && one.type !== "color")) {
  if (!isDisabled(field)) checkContrast(field);
}

// MARK: Focus

const reachable = controls.filter((one) => one.tabIndex >= 0 && !one.disabled);
for (const control of controls) {
  if (control.tabIndex > 0) note(control, "has a tabindex above 0, which changes the order of the Tab key");
  if (control.tabIndex >= 0 && control.closest("[aria-hidden=true]")) note(control, "has the focus and is hidden from assistive technology");
}
// Within one container, the Tab key goes down, and to the right in a line.
for (let index = 1; index < reachable.length; index += 1) {
  const [before, after] = [reachable[index - 1], reachable[index]];
  const room = before.parentElement.closest(".row, .tools, header, nav, form, dialog, aside");
  if (!room || room !== after.parentElement.closest(".row, .tools, header, nav, form, dialog, aside")) continue;
  const [one, other] = [before.getBoundingClientRect(), after.getBoundingClientRect()];
  const isBackwards = other.bottom <= one.top || (other.right <= one.left && other.top < one.bottom && one.top < other.bottom);
  if (isBackwards) note(after, `comes after “${nameOf(before)}” with the Tab key, and is shown before it`);
}

// MARK: The document

if (!document.documentElement.lang) faults.push("the document has no language");
if (!document.title) faults.push("the document has no title");
if (!document.querySelector("h1")) faults.push("the document has no heading");
if (document.querySelectorAll("main, [role=main]").length > 1) faults.push("the document has several main parts");
const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
for (const id of ids.filter((one, index) => ids.indexOf(one) !== index)) faults.push(`the id ${id} is used twice`);
for (const attribute of ["aria-labelledby", "aria-controls", "aria-describedby", "aria-activedescendant"]) {
  for (const element of document.querySelectorAll(`[${attribute}]`)) {
    for (const id of element.getAttribute(attribute).split(/\s+/).filter(Boolean)) {
      if (!document.getElementById(id)) note(element, `${attribute} names ${id}, which does not exist`);
    }
  }
}
for (const image of document.querySelectorAll("img:not([alt]), canvas:not([role]):not([aria-hidden])")) note(image, "has no text for people who do not see it");
return faults;
