/* The names of the daemon's methods and errors. clients/methods/generate writes this file; do not edit it. */
#ifndef TUNER_METHODS_H
#define TUNER_METHODS_H

/* ---- Methods ---- */

/* Declare the flags of a program, all or none; every other definition of a flag wins over its declaration. */
#define TUNER_METHOD_FLAGS_DECLARE "flags.declare"

/* Define the flags of a document in flagd's format, by default all or none; other definitions stay. */
#define TUNER_METHOD_FLAGS_DEFINE "flags.define"

/* Evaluate a flag in a context; the result has the reason, and the error if there is one. */
#define TUNER_METHOD_FLAGS_EVALUATE "flags.evaluate"

/* Evaluate all flags in a context, also the built-in ones. */
#define TUNER_METHOD_FLAGS_EVALUATE_ALL "flags.evaluateAll"

/* Return the definition of a flag, its origin, and its override. */
#define TUNER_METHOD_FLAGS_GET "flags.get"

/* Limit flags and tunables to their defaults, or lift that limit. */
#define TUNER_METHOD_FLAGS_KILL_SWITCH "flags.killSwitch"

/* List the flags, also the built-in ones. */
#define TUNER_METHOD_FLAGS_LIST "flags.list"

/* Remove the definition of a flag, or else its declaration; if that leaves no flag, also remove the override. */
#define TUNER_METHOD_FLAGS_REMOVE "flags.remove"

/* Remove the override of a flag. */
#define TUNER_METHOD_FLAGS_RESET "flags.reset"

/* Override a flag with one of its variants, or with a value of their type. */
#define TUNER_METHOD_FLAGS_SET "flags.set"

/* Evaluate flags in a context, and subscribe to changes of the results. */
#define TUNER_METHOD_FLAGS_SUBSCRIBE "flags.subscribe"

/* End a subscription. */
#define TUNER_METHOD_FLAGS_UNSUBSCRIBE "flags.unsubscribe"

/* Return the running jobs, and the last jobs that have ended, each with its last report. */
#define TUNER_METHOD_JOBS_LIST "jobs.list"

/* Store the job of the calling connection, which replaces its last report; see "Jobs". */
#define TUNER_METHOD_JOBS_REPORT "jobs.report"

/* Set the active layers, in order of precedence. */
#define TUNER_METHOD_LAYERS_ACTIVATE "layers.activate"

/* Return the content and the state of a layer. */
#define TUNER_METHOD_LAYERS_GET "layers.get"

/* Make a temporary layer permanent; a layer that is not temporary stays as it is. */
#define TUNER_METHOD_LAYERS_KEEP "layers.keep"

/* List the layers: first the active ones, in order of precedence. */
#define TUNER_METHOD_LAYERS_LIST "layers.list"

/* Create or replace a layer, as a whole or not at all. */
#define TUNER_METHOD_LAYERS_PUT "layers.put"

/* Remove a layer. */
#define TUNER_METHOD_LAYERS_REMOVE "layers.remove"

/* End a temporary layer now: restore the last layer of the name that was put without for, or remove the layer if there
 * was none. */
#define TUNER_METHOD_LAYERS_REVERT "layers.revert"

/* Return "pong", or the payload. */
#define TUNER_METHOD_PING "ping"

/* Describe all methods, notifications and errors as an OpenRPC document. */
#define TUNER_METHOD_RPC_DISCOVER "rpc.discover"

/* Return the connected programs, with their declarations and the faults that they reported. */
#define TUNER_METHOD_SERVER_CLIENTS "server.clients"

/* Return the state of the daemon. */
#define TUNER_METHOD_SERVER_INFO "server.info"

/* Store the faults of the calling program until its connection ends, for server.clients and tunerctl doctor. */
#define TUNER_METHOD_SERVER_REPORT "server.report"

/* Return the daemon's counters, and the time that its methods took. */
#define TUNER_METHOD_SERVER_STATS "server.stats"

/* Stop the daemon after it has sent all responses. */
#define TUNER_METHOD_SERVER_STOP "server.stop"

/* Return the state of the daemon, and subscribe to changes of kill switches, layers, declarations, worlds, tries, jobs,
 * disk and flags. */
#define TUNER_METHOD_SERVER_SUBSCRIBE "server.subscribe"

/* End a subscription to the daemon. */
#define TUNER_METHOD_SERVER_UNSUBSCRIBE "server.unsubscribe"

/* Name the client, join or leave a world, and return facts about the daemon. */
#define TUNER_METHOD_SESSION_HELLO "session.hello"

/* Compute how long and how hot to stew tomatoes, with the present flags and constants. */
#define TUNER_METHOD_STEW_COMPUTE "stew.compute"

/* Return the last result of stew.compute, also from before a restart of the daemon, or null. */
#define TUNER_METHOD_STEW_LAST "stew.last"

/* Set the default unit of heat; with null, the flag units.defaultCelsius chooses the unit again. */
#define TUNER_METHOD_STEW_PREFER "stew.prefer"

/* Compute a plan as stew.compute does, and subscribe to its changes. */
#define TUNER_METHOD_STEW_SUBSCRIBE "stew.subscribe"

/* End a subscription. */
#define TUNER_METHOD_STEW_UNSUBSCRIBE "stew.unsubscribe"

/* Subscribe to requests for the layers that the calling program reports with sync.report. */
#define TUNER_METHOD_SYNC_ATTACH "sync.attach"

/* End a subscription to requests. */
#define TUNER_METHOD_SYNC_DETACH "sync.detach"

/* Request the program that fetches a layer to fetch it now; the response does not wait for the fetch. */
#define TUNER_METHOD_SYNC_FETCH "sync.fetch"

/* Report the sources of the layers that this client fetches; the daemon keeps the report in memory until the connection
 * ends. */
#define TUNER_METHOD_SYNC_REPORT "sync.report"

/* Request the program that fetches a layer to remove the layer and its own copy, and to fetch it again. */
#define TUNER_METHOD_SYNC_RESET "sync.reset"

/* Return the sources of layers that the connected programs have reported. */
#define TUNER_METHOD_SYNC_STATUS "sync.status"

/* Report the revision that the client has applied, and the values that it does not use. */
#define TUNER_METHOD_TUNABLES_APPLIED "tunables.applied"

/* Revert the changes of a try now. */
#define TUNER_METHOD_TUNABLES_CANCEL "tunables.cancel"

/* Keep the changes of a try. */
#define TUNER_METHOD_TUNABLES_CONFIRM "tunables.confirm"

/* Declare one or several tunables, all or none; repeating a declaration changes nothing. */
#define TUNER_METHOD_TUNABLES_DECLARE "tunables.declare"

/* Describe a key: the value from each origin, the one that wins, and the reasons. */
#define TUNER_METHOD_TUNABLES_DESCRIBE "tunables.describe"

/* Return all set values and declarations, in the form that tunables.import takes. */
#define TUNER_METHOD_TUNABLES_EXPORT "tunables.export"

/* Remove the value and the declaration of a key. */
#define TUNER_METHOD_TUNABLES_FORGET "tunables.forget"

/* Return the value of a key. */
#define TUNER_METHOD_TUNABLES_GET "tunables.get"

/* Return the values of all or of the matching keys, sorted by key. */
#define TUNER_METHOD_TUNABLES_GET_ALL "tunables.getAll"

/* Return the last commits, the newest first. */
#define TUNER_METHOD_TUNABLES_HISTORY "tunables.history"

/* Declare keys, then set values, in one commit; keys that are not named stay as they are. */
#define TUNER_METHOD_TUNABLES_IMPORT "tunables.import"

/* Return the last commit, or null. */
#define TUNER_METHOD_TUNABLES_LAST "tunables.last"

/* List keys with their values, the origins of the values, and the specs. */
#define TUNER_METHOD_TUNABLES_LIST "tunables.list"

/* Redo the last undone change. */
#define TUNER_METHOD_TUNABLES_REDO "tunables.redo"

/* Reset a key: remove the value that was set. */
#define TUNER_METHOD_TUNABLES_RESET "tunables.reset"

/* Reset all keys except locked ones; reset a built-in key only if match names it. */
#define TUNER_METHOD_TUNABLES_RESET_ALL "tunables.resetAll"

/* Return a JSON Schema (2020-12) for an object of all keys. */
#define TUNER_METHOD_TUNABLES_SCHEMA "tunables.schema"

/* Set the value of a key. */
#define TUNER_METHOD_TUNABLES_SET "tunables.set"

/* Set these values and reset all other keys, except locked and built-in ones. */
#define TUNER_METHOD_TUNABLES_SET_ALL "tunables.setAll"

/* Move a number by steps, up to the ends of its range. */
#define TUNER_METHOD_TUNABLES_STEP "tunables.step"

/* Return the values of some or all keys, and subscribe to their changes. */
#define TUNER_METHOD_TUNABLES_SUBSCRIBE "tunables.subscribe"

/* Return the subscriptions to keys, with the revision that each client has applied. */
#define TUNER_METHOD_TUNABLES_SUBSCRIBERS "tunables.subscribers"

/* Flip a boolean, or set the next value of an enum. */
#define TUNER_METHOD_TUNABLES_TOGGLE "tunables.toggle"

/* List the pending tries. */
#define TUNER_METHOD_TUNABLES_TRIES "tunables.tries"

/* Change values, flags and a layer together; after for seconds, the daemon reverts the changes, unless they are
 * confirmed. */
#define TUNER_METHOD_TUNABLES_TRY "tunables.try"

/* Undo the newest change by the same user and client, or by anyone. */
#define TUNER_METHOD_TUNABLES_UNDO "tunables.undo"

/* End a subscription. */
#define TUNER_METHOD_TUNABLES_UNSUBSCRIBE "tunables.unsubscribe"

/* Set several values, all or none. */
#define TUNER_METHOD_TUNABLES_UPDATE "tunables.update"

/* Create a world that ends with this connection, and join it. */
#define TUNER_METHOD_WORLDS_CREATE "worlds.create"

/* Return the differences between a world and the shared state. */
#define TUNER_METHOD_WORLDS_DIFF "worlds.diff"

/* End a world; its members receive unknownWorld until they call session.hello without world. */
#define TUNER_METHOD_WORLDS_DROP "worlds.drop"

/* List the worlds that the caller may see. */
#define TUNER_METHOD_WORLDS_LIST "worlds.list"

/* Move the values and overrides of a world to the shared state; a proposal then ends. */
#define TUNER_METHOD_WORLDS_MERGE "worlds.merge"

/* Move all connections of a process to a world, or out of its world; its later connections follow. */
#define TUNER_METHOD_WORLDS_MOVE "worlds.move"

/* Copy the caller's world to a new one, which waits until a person merges or drops it. */
#define TUNER_METHOD_WORLDS_PROPOSE "worlds.propose"

/* ---- Kinds of errors, for tuner_error ---- */

/* The bytes are not JSON, or not messages. */
#define TUNER_KIND_PARSE "parse"

/* The JSON is not a request of JSON-RPC 2.0. */
#define TUNER_KIND_INVALID_REQUEST "invalidRequest"

/* No method has this name. */
#define TUNER_KIND_METHOD_NOT_FOUND "methodNotFound"

/* A parameter is unknown, missing, of the wrong type or not allowed, or there are too many. */
#define TUNER_KIND_INVALID_PARAMS "invalidParams"

/* The daemon has a fault. */
#define TUNER_KIND_INTERNAL "internal"

/* No tunable has this key, or the key has no value. */
#define TUNER_KIND_UNKNOWN_KEY "unknownKey"

/* The value has the wrong type. */
#define TUNER_KIND_TYPE_MISMATCH "typeMismatch"

/* The value has the right type, but violates a constraint. */
#define TUNER_KIND_OUT_OF_RANGE "outOfRange"

/* The key changed in the meantime, the world or flag exists, or nothing can be undone or redone. */
#define TUNER_KIND_CONFLICT "conflict"

/* The user of the client may not call this method. */
#define TUNER_KIND_DENIED "denied"

/* A layer locks the key, or the key is declared as read-only. */
#define TUNER_KIND_READ_ONLY "readOnly"

/* The request exceeds a limit. */
#define TUNER_KIND_TOO_LARGE "tooLarge"

/* The daemon cannot do this now. */
#define TUNER_KIND_BUSY "busy"

/* The daemon cannot write to its disk. */
#define TUNER_KIND_STORAGE "storage"

/* No flag has this key. */
#define TUNER_KIND_UNKNOWN_FLAG "unknownFlag"

/* A spec, a schema or the definition of a flag is not valid. */
#define TUNER_KIND_INVALID_DEFINITION "invalidDefinition"

/* Another client declared the key differently, or the key is built in. */
#define TUNER_KIND_DECLARATION_CONFLICT "declarationConflict"

/* No layer has this name. */
#define TUNER_KIND_UNKNOWN_LAYER "unknownLayer"

/* The world has ended or never existed, or it is a proposal, which no client can join. */
#define TUNER_KIND_UNKNOWN_WORLD "unknownWorld"

#endif
