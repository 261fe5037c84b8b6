/// What `--help` prints.
let usage = """
    usage: rpc-benchmark [options]

    Measures this project's server beside redis-server, where installed, and a bare echo: requests a second in
    interleaved rounds, what a flooding client does to another, and the memory of an idle connection. Then it measures
    tunerd beside Redis: reads and writes of values, and notifications to many subscribers. Only ratios from one run
    count.

      --rounds N        interleaved rounds of each setting (default 5)
      --seconds S       how long each server is measured in a round (default 0.5)
      --only SETTING    only this one; may be given again. 1, 1-pinned, 50, 1x16, 1x64, 50x16 (clients x in flight),
                        each in all spellings or in one (50x16/plain, 50x16/reordered, 50x16/spaced); fairness; idle;
                        values, or get, get-many, set, set-sync, or one row such as get/50x16; notifications, or one
                        row: fanout/100, fanout/100x16 (in flight), fanout/100-long and fanout/100x16-long (Redis'
                        deliveries as long as ours), fanout/100-others and fanout/100x16-others (10,000 subscriptions
                        of other keys), fanout/1000*10 and fanout/1000*10-long (ten subscriptions a connection)
      --server COMMAND  the words that start the server; {} stands for the socket's path, at the end when missing
                        (default: the test-server beside this program)
      --tunerd PATH     the daemon of values and notifications (default: the tunerd beside this program)
      --flood N         pings of the flooding client (default 1000000)
      --idle N          idle connections (default 5000)
      --smoke           a moment of everything: are all responses good? The figures mean nothing
      --help            this

    The servers keep their data in a temporary directory. Set TMPDIR to a directory on a disk: where files are in
    memory, set-sync shows no flush.

    Exits with 1 when a server is missing, ends, stalls or gives one wrong response; nothing is printed for it then.
    """
