"""What the checks of all vendors' clients share."""


def conforms(kind, answer):
    """The client takes nearly anything; only this holds an answer against the fields its types declare."""
    kind.model_validate(answer.model_dump(mode="json", warnings=False), strict=False)
    return answer


def raises(kind, act):
    try:
        result = act()
    except kind as error:
        return error
    raise AssertionError(f"expected {kind.__name__}, and got {result!r}")


def run(checks, client):
    """Each check prints its name when it has passed; the first that fails ends the program with its traceback."""
    for check in checks:
        check(client)
        print(check.__name__, flush=True)
