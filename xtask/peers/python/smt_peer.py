"""Answers questions in SMT-LIB by bitwuzla, one after another.

    told  LIMIT LENGTH    the milliseconds that a question may take, and the bytes of its text, which follow the line
    says  unsat           no words meet it
          sat NAME=WORD…  these words meet it, in binary
          unknown         there was not enough time
          fault REASON
"""

import sys

from bitwuzla import Option, Options, Parser, Result, TermManager


def answer(text, limit):
    options = Options()
    options.set(Option.PRODUCE_MODELS, True)
    options.set(Option.TIME_LIMIT_PER, limit)
    parser = Parser(TermManager(), options)
    parser.parse(text, True, False)
    solver = parser.bitwuzla()
    result = solver.check_sat()
    if result == Result.UNSAT:
        return "unsat"
    if result != Result.SAT:
        return "unknown"
    words = [f"{word.symbol()}={solver.get_value(word).value(2)}" for word in parser.get_declared_funs()]
    return " ".join(["sat", *words])


def main():
    source = sys.stdin.buffer
    for line in source:
        limit, length = (int(word) for word in line.split())
        text = source.read(length).decode()
        try:
            said = answer(text, limit)
        except Exception as fault:  # a question that cannot be read must not look like one that was answered
            said = "fault " + " ".join(str(fault).split())
        print(said, flush=True)


main()
