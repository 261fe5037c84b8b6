/* Checks that the headers compile as C. The functions are in clients/c/Sources. */
#include "tuner.h"
