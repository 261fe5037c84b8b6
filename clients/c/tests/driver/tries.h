/* The tries of the driver. */
#ifndef TRIES_H
#define TRIES_H

#include "json.h"

#include <tuner.h>

/* Changes values for a time. */
tuner_code begin_try(const json *values, const json *seconds, tuner_error *error);
/* Reverts the values of the newest try with a reason; keeps them if the reason is NULL. */
tuner_code end_try(const json *reason, tuner_error *error);

#endif
