"""Functions that only kernels call: what they leave out, and that nobody can tell."""

import warnings

import numba
import pytest

from neuroevo.kernel_cache import inlined, inlined_math, inner, inner_apart


def twice(number):
    return number + number


@pytest.mark.parametrize("decorate", [inner, inner_apart, inlined, inlined_math])
def test_a_kernel_takes_a_function_in_that_has_no_machine_code(decorate):
    made = decorate(twice)
    kernel = numba.njit(lambda number: made(number) + 1)
    assert kernel(20) == 41
    library = made.overloads[(numba.int64,)].library
    assert not library._codegen._engine.is_symbol_defined(
        made.overloads[(numba.int64,)].fndesc.llvm_func_name
    )


@pytest.mark.parametrize("decorate", [inner, inner_apart, inlined, inlined_math])
def test_python_can_call_such_a_function_before_and_after_a_kernel_did(decorate):
    made = decorate(twice)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert made(4) == 8
        assert numba.njit(lambda number: made(number))(1.5) == 3.0
        assert made(1.5) == 3.0
        assert made(number=5) == 10


def test_what_goes_wrong_in_such_a_function_comes_out_of_the_kernel_in_words():
    @inner
    def refuse(number):
        if number < 0:
            raise ValueError("less than nothing")
        return number

    kernel = numba.njit(lambda number: refuse(number))
    assert kernel(3) == 3
    with pytest.raises(ValueError, match="less than nothing"):
        kernel(-3)


def test_such_a_function_may_call_itself():
    @inner
    def factorial(number):
        return 1 if number < 2 else number * factorial(number - 1)

    assert numba.njit(lambda number: factorial(number))(5) == 120
    assert factorial(5) == 120
