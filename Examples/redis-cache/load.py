#!/usr/bin/env python3
"""Measure the hit ratio of a Redis cache under a fixed load, and print it in percent.

The load is that of a site with 20,000 users. Half of the requests are for users who come often or seldom (a Zipf
distribution). The other half is a crawler, which reads one user after another. A user who is not in the cache is written to
it.

The first REQUESTS requests fill the cache, and as many again are measured.

usage: load.py REDIS_SOCKET SEED REQUESTS
"""

import itertools
import random
import sys

from redis import Redis, Refusal, encoded

USERS = 20_000
EXPONENT = 1.0  # of the Zipf distribution
CRAWLING = 0.5  # the part of the requests that are the crawler's
BATCH = 100  # requests that are sent together


def requested_users(generator):
    """Yield the user of each request, without end."""
    weights = list(itertools.accumulate(1 / rank**EXPONENT for rank in range(1, USERS + 1)))
    users = list(range(USERS))
    generator.shuffle(users)  # A user who comes often has any number.
    crawled = generator.randrange(USERS)
    while True:
        for user in generator.choices(users, cum_weights=weights, k=BATCH):
            if generator.random() < CRAWLING:
                crawled = (crawled + 1) % USERS
                yield crawled
            else:
                yield user


def read(user):
    return encoded("HGET", f"user:{user}", "plan")


def write(user):
    """Return the command that stores a user. One field has 120 bytes."""
    return encoded(
        "HSET", f"user:{user}", "name", f"User {user:05}", "mail", f"user{user:05}@example.com", "plan", "family",
        "theme", "dark", "language", "en", "visits", user % 100, "token", f"{user:0120x}",
    )  # fmt: skip


def request(redis, users):
    redis.send(map(read, users))
    missing = {user for user in users if redis.reply() is None}
    redis.send(map(write, missing))
    for _ in missing:
        try:
            redis.reply()
        except Refusal:
            pass  # The cache is full: the site works, and the guard of the search sees the error.


def lookups(redis):
    """Return how many lookups have found a key, and how many have not, as Redis counts them."""
    stats = dict(line.split(":") for line in redis.call("INFO", "stats").splitlines() if ":" in line)
    return int(stats["keyspace_hits"]), int(stats["keyspace_misses"])


def main():
    redis, count = Redis(sys.argv[1]), int(sys.argv[3])
    users = requested_users(random.Random(int(sys.argv[2])))
    redis.call("FLUSHALL")
    redis.call("CONFIG", "RESETSTAT")
    for number in range(0, 2 * count, BATCH):
        if number == count:
            before = lookups(redis)
        request(redis, list(itertools.islice(users, BATCH)))
    hits, misses = (after - earlier for after, earlier in zip(lookups(redis), before))
    print(f"{100 * hits / (hits + misses):.2f}")


main()
