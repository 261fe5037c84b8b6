#include "cpage.h"

// The compiler reads the files, and compiles this file again when one of them has changed. Its older versions warn that
// `#embed` is new in C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char access_js[] = {
#embed "files/access.js"
};
static const unsigned char address_js[] = {
#embed "files/address.js"
};
static const unsigned char applied_js[] = {
#embed "files/applied.js"
};
static const unsigned char attempt_js[] = {
#embed "files/attempt.js"
};
static const unsigned char chart_keys_js[] = {
#embed "files/chart-keys.js"
};
static const unsigned char chart_plot_js[] = {
#embed "files/chart-plot.js"
};
static const unsigned char chart_scale_js[] = {
#embed "files/chart-scale.js"
};
static const unsigned char chart_css[] = {
#embed "files/chart.css"
};
static const unsigned char chart_js[] = {
#embed "files/chart.js"
};
static const unsigned char client_js[] = {
#embed "files/client.js"
};
static const unsigned char commit_details_js[] = {
#embed "files/commit-details.js"
};
static const unsigned char commit_row_js[] = {
#embed "files/commit-row.js"
};
static const unsigned char commits_js[] = {
#embed "files/commits.js"
};
static const unsigned char compare_row_js[] = {
#embed "files/compare-row.js"
};
static const unsigned char compare_js[] = {
#embed "files/compare.js"
};
static const unsigned char completion_js[] = {
#embed "files/completion.js"
};
static const unsigned char compound_js[] = {
#embed "files/compound.js"
};
static const unsigned char connection_js[] = {
#embed "files/connection.js"
};
static const unsigned char controls_js[] = {
#embed "files/controls.js"
};
static const unsigned char daemon_js[] = {
#embed "files/daemon.js"
};
static const unsigned char deadline_js[] = {
#embed "files/deadline.js"
};
static const unsigned char declarations_js[] = {
#embed "files/declarations.js"
};
static const unsigned char details_js[] = {
#embed "files/details.js"
};
static const unsigned char dialogs_js[] = {
#embed "files/dialogs.js"
};
static const unsigned char dom_js[] = {
#embed "files/dom.js"
};
static const unsigned char durations_js[] = {
#embed "files/durations.js"
};
static const unsigned char editor_js[] = {
#embed "files/editor.js"
};
static const unsigned char encoding_js[] = {
#embed "files/encoding.js"
};
static const unsigned char errors_js[] = {
#embed "files/errors.js"
};
static const unsigned char faults_js[] = {
#embed "files/faults.js"
};
static const unsigned char fields_js[] = {
#embed "files/fields.js"
};
static const unsigned char flag_control_js[] = {
#embed "files/flag-control.js"
};
static const unsigned char flag_definition_js[] = {
#embed "files/flag-definition.js"
};
static const unsigned char flag_details_js[] = {
#embed "files/flag-details.js"
};
static const unsigned char flag_explain_js[] = {
#embed "files/flag-explain.js"
};
static const unsigned char flag_row_js[] = {
#embed "files/flag-row.js"
};
static const unsigned char flag_split_js[] = {
#embed "files/flag-split.js"
};
static const unsigned char flags_css[] = {
#embed "files/flags.css"
};
static const unsigned char flags_js[] = {
#embed "files/flags.js"
};
static const unsigned char grouped_view_js[] = {
#embed "files/grouped-view.js"
};
static const unsigned char groups_js[] = {
#embed "files/groups.js"
};
static const unsigned char help_js[] = {
#embed "files/help.js"
};
static const unsigned char history_css[] = {
#embed "files/history.css"
};
static const unsigned char history_js[] = {
#embed "files/history.js"
};
static const unsigned char icon_svg[] = {
#embed "files/icon.svg"
};
static const unsigned char index_html[] = {
#embed "files/index.html"
};
static const unsigned char job_bars_js[] = {
#embed "files/job-bars.js"
};
static const unsigned char jobs_js[] = {
#embed "files/jobs.js"
};
static const unsigned char json_js[] = {
#embed "files/json.js"
};
static const unsigned char layer_row_js[] = {
#embed "files/layer-row.js"
};
static const unsigned char layer_source_js[] = {
#embed "files/layer-source.js"
};
static const unsigned char layer_js[] = {
#embed "files/layer.js"
};
static const unsigned char layers_sync_js[] = {
#embed "files/layers-sync.js"
};
static const unsigned char layers_css[] = {
#embed "files/layers.css"
};
static const unsigned char layers_js[] = {
#embed "files/layers.js"
};
static const unsigned char line_js[] = {
#embed "files/line.js"
};
static const unsigned char list_js[] = {
#embed "files/list.js"
};
static const unsigned char live_js[] = {
#embed "files/live.js"
};
static const unsigned char main_js[] = {
#embed "files/main.js"
};
static const unsigned char marked_area_js[] = {
#embed "files/marked-area.js"
};
static const unsigned char memory_js[] = {
#embed "files/memory.js"
};
static const unsigned char node_js[] = {
#embed "files/node.js"
};
static const unsigned char numbers_js[] = {
#embed "files/numbers.js"
};
static const unsigned char openfeature_js[] = {
#embed "files/openfeature.js"
};
static const unsigned char page_css[] = {
#embed "files/page.css"
};
static const unsigned char panel_js[] = {
#embed "files/panel.js"
};
static const unsigned char past_js[] = {
#embed "files/past.js"
};
static const unsigned char picker_js[] = {
#embed "files/picker.js"
};
static const unsigned char preferences_js[] = {
#embed "files/preferences.js"
};
static const unsigned char program_move_js[] = {
#embed "files/program-move.js"
};
static const unsigned char programs_js[] = {
#embed "files/programs.js"
};
static const unsigned char registry_js[] = {
#embed "files/registry.js"
};
static const unsigned char restore_js[] = {
#embed "files/restore.js"
};
static const unsigned char row_js[] = {
#embed "files/row.js"
};
static const unsigned char rules_js[] = {
#embed "files/rules.js"
};
static const unsigned char sender_js[] = {
#embed "files/sender.js"
};
static const unsigned char session_js[] = {
#embed "files/session.js"
};
static const unsigned char side_js[] = {
#embed "files/side.js"
};
static const unsigned char slider_js[] = {
#embed "files/slider.js"
};
static const unsigned char status_js[] = {
#embed "files/status.js"
};
static const unsigned char stew_css[] = {
#embed "files/stew.css"
};
static const unsigned char stew_js[] = {
#embed "files/stew.js"
};
static const unsigned char tabs_js[] = {
#embed "files/tabs.js"
};
static const unsigned char terminal_css[] = {
#embed "files/terminal.css"
};
static const unsigned char terminal_js[] = {
#embed "files/terminal.js"
};
static const unsigned char tries_js[] = {
#embed "files/tries.js"
};
static const unsigned char try_bars_js[] = {
#embed "files/try-bars.js"
};
static const unsigned char tuner_js[] = {
#embed "files/tuner.js"
};
static const unsigned char undo_js[] = {
#embed "files/undo.js"
};
static const unsigned char unix_socket_js[] = {
#embed "files/unix-socket.js"
};
static const unsigned char values_file_js[] = {
#embed "files/values-file.js"
};
static const unsigned char values_css[] = {
#embed "files/values.css"
};
static const unsigned char values_js[] = {
#embed "files/values.js"
};
static const unsigned char view_js[] = {
#embed "files/view.js"
};
static const unsigned char waiting_js[] = {
#embed "files/waiting.js"
};
static const unsigned char websocket_js[] = {
#embed "files/websocket.js"
};
static const unsigned char words_js[] = {
#embed "files/words.js"
};
static const unsigned char world_js[] = {
#embed "files/world.js"
};
static const unsigned char worlds_css[] = {
#embed "files/worlds.css"
};
static const unsigned char worlds_js[] = {
#embed "files/worlds.js"
};

#define FILE(name, bytes) { name, bytes, sizeof bytes }

static const struct cpage_file files[] = {
    FILE("access.js", access_js),
    FILE("address.js", address_js),
    FILE("applied.js", applied_js),
    FILE("attempt.js", attempt_js),
    FILE("chart-keys.js", chart_keys_js),
    FILE("chart-plot.js", chart_plot_js),
    FILE("chart-scale.js", chart_scale_js),
    FILE("chart.css", chart_css),
    FILE("chart.js", chart_js),
    FILE("client.js", client_js),
    FILE("commit-details.js", commit_details_js),
    FILE("commit-row.js", commit_row_js),
    FILE("commits.js", commits_js),
    FILE("compare-row.js", compare_row_js),
    FILE("compare.js", compare_js),
    FILE("completion.js", completion_js),
    FILE("compound.js", compound_js),
    FILE("connection.js", connection_js),
    FILE("controls.js", controls_js),
    FILE("daemon.js", daemon_js),
    FILE("deadline.js", deadline_js),
    FILE("declarations.js", declarations_js),
    FILE("details.js", details_js),
    FILE("dialogs.js", dialogs_js),
    FILE("dom.js", dom_js),
    FILE("durations.js", durations_js),
    FILE("editor.js", editor_js),
    FILE("encoding.js", encoding_js),
    FILE("errors.js", errors_js),
    FILE("faults.js", faults_js),
    FILE("fields.js", fields_js),
    FILE("flag-control.js", flag_control_js),
    FILE("flag-definition.js", flag_definition_js),
    FILE("flag-details.js", flag_details_js),
    FILE("flag-explain.js", flag_explain_js),
    FILE("flag-row.js", flag_row_js),
    FILE("flag-split.js", flag_split_js),
    FILE("flags.css", flags_css),
    FILE("flags.js", flags_js),
    FILE("grouped-view.js", grouped_view_js),
    FILE("groups.js", groups_js),
    FILE("help.js", help_js),
    FILE("history.css", history_css),
    FILE("history.js", history_js),
    FILE("icon.svg", icon_svg),
    FILE("index.html", index_html),
    FILE("job-bars.js", job_bars_js),
    FILE("jobs.js", jobs_js),
    FILE("json.js", json_js),
    FILE("layer-row.js", layer_row_js),
    FILE("layer-source.js", layer_source_js),
    FILE("layer.js", layer_js),
    FILE("layers-sync.js", layers_sync_js),
    FILE("layers.css", layers_css),
    FILE("layers.js", layers_js),
    FILE("line.js", line_js),
    FILE("list.js", list_js),
    FILE("live.js", live_js),
    FILE("main.js", main_js),
    FILE("marked-area.js", marked_area_js),
    FILE("memory.js", memory_js),
    FILE("node.js", node_js),
    FILE("numbers.js", numbers_js),
    FILE("openfeature.js", openfeature_js),
    FILE("page.css", page_css),
    FILE("panel.js", panel_js),
    FILE("past.js", past_js),
    FILE("picker.js", picker_js),
    FILE("preferences.js", preferences_js),
    FILE("program-move.js", program_move_js),
    FILE("programs.js", programs_js),
    FILE("registry.js", registry_js),
    FILE("restore.js", restore_js),
    FILE("row.js", row_js),
    FILE("rules.js", rules_js),
    FILE("sender.js", sender_js),
    FILE("session.js", session_js),
    FILE("side.js", side_js),
    FILE("slider.js", slider_js),
    FILE("status.js", status_js),
    FILE("stew.css", stew_css),
    FILE("stew.js", stew_js),
    FILE("tabs.js", tabs_js),
    FILE("terminal.css", terminal_css),
    FILE("terminal.js", terminal_js),
    FILE("tries.js", tries_js),
    FILE("try-bars.js", try_bars_js),
    FILE("tuner.js", tuner_js),
    FILE("undo.js", undo_js),
    FILE("unix-socket.js", unix_socket_js),
    FILE("values-file.js", values_file_js),
    FILE("values.css", values_css),
    FILE("values.js", values_js),
    FILE("view.js", view_js),
    FILE("waiting.js", waiting_js),
    FILE("websocket.js", websocket_js),
    FILE("words.js", words_js),
    FILE("world.js", world_js),
    FILE("worlds.css", worlds_css),
    FILE("worlds.js", worlds_js),
};

struct cpage_file cpage_file_at(size_t index) {
    if (index < sizeof files / sizeof *files) {
        return files[index];
    }
    return (struct cpage_file) { NULL, NULL, 0 };
}
