"""Runs Optuna's samplers on the problems, and prints a JSON object with the regret of each seed.

usage: optuna_samplers.py SEEDS"""

import json
import statistics
import sys
import time
import warnings

import cmaes
import optuna
from problems import PROBLEMS, SplitMix, start

warnings.filterwarnings("ignore")
optuna.logging.set_verbosity(optuna.logging.ERROR)
SAMPLERS = {"TPE": optuna.samplers.TPESampler, "CMA-ES": optuna.samplers.CmaEsSampler}
COUNTS = (40, 100)


def ask(trial, dimensions):
    values = []
    for index, dimension in enumerate(dimensions):
        name = f"x{index}"
        if dimension[0] == "choice":
            values.append(trial.suggest_categorical(name, list(range(dimension[1]))))
        elif dimension[0] == "integer":
            values.append(trial.suggest_int(name, dimension[1], dimension[2], log=dimension[3]))
        else:
            values.append(trial.suggest_float(name, dimension[1], dimension[2], log=dimension[3]))
    return values


def regrets(sampler, problem, noise, seed):
    name, function, dimensions, least, _ = problem
    random = SplitMix(seed + 1_000_000)
    study = optuna.create_study(sampler=SAMPLERS[sampler](seed=seed))
    study.enqueue_trial({f"x{index}": value for index, value in enumerate(start(dimensions, seed))})
    best, found, times = (float("inf"), None), [], []
    for count in range(1, COUNTS[-1] + 1):
        began = time.perf_counter()
        trial = study.ask()
        values = ask(trial, dimensions)
        times.append(time.perf_counter() - began)
        value = function(values)
        measured = value + noise * random.normal() if noise else value
        began = time.perf_counter()
        study.tell(trial, measured)
        times[-1] += time.perf_counter() - began
        if measured < best[0]:
            best = (measured, value)
        if count in COUNTS:
            found.append(best[1] - least)
    return found, statistics.median(times[-10:]) * 1000


results = {"versions": [f"optuna {optuna.__version__}", f"cmaes {cmaes.__version__}"], "regrets": {}, "milliseconds": {}}
for problem in PROBLEMS:
    for noise in (0, problem[4]):
        for sampler in SAMPLERS:
            name = problem[0] + (", noisy" if noise else "")
            runs = [regrets(sampler, problem, noise, seed) for seed in range(int(sys.argv[1]))]
            for index, count in enumerate(COUNTS):
                results["regrets"][f"{name}/{count}/{sampler}"] = [found[index] for found, _ in runs]
            results["milliseconds"][f"{name}/{sampler}"] = statistics.median(milliseconds for _, milliseconds in runs)
print(json.dumps(results))
