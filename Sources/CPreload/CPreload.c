#include "CPreload.h"
