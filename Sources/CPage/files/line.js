// The small line behind a number: its last two minutes.

const window = 120_000;
/** Leaves room for the width of the line. */
const border = 2;

/** Draws the points of a series up to a time on a canvas. Between two points, the value is that of the first. */
export function drawLine(canvas, points, now) {
  const scale = devicePixelRatio;
  const width = Math.round(canvas.clientWidth * scale), height = Math.round(canvas.clientHeight * scale);
  if (width === 0) return;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  let first = points.length - 1;
  while (first > 0 && points[first].time > now - window) first -= 1;
  const shown = points.slice(Math.max(0, first));
  if (shown.length < 2) return;
  let low = Infinity, high = -Infinity;
  for (const { value } of shown) {
    // NaN is no value, and a comparison with it is false.
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const x = (time) => Math.max(0, (1 - (now - time) / window) * width);
  const y = (value) => height - border - ((value - low) / (high - low || 1)) * (height - 2 * border);
  context.beginPath();
  context.moveTo(x(shown[0].time), y(shown[0].value));
  for (let index = 1; index < shown.length; index += 1) {
    const end = x(shown[index].time), before = shown[index - 1].value;
    if (Number.isNaN(before)) context.moveTo(end, y(shown[index].value));
    context.lineTo(end, y(before));
    context.lineTo(end, y(shown[index].value));
  }
  context.lineTo(width, y(shown.at(-1).value));
  context.lineWidth = scale;
  context.strokeStyle = getComputedStyle(canvas).color;
  context.stroke();
}
