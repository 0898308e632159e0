"""Arrays that nobody counts.

Numba counts references to an array on every slice, with an atomic step. When two threads read one
population they fight over that counter, which costs more than the reading. So kernels get the
address of the weights, and look at it as an array without an owner; whoever calls the kernel holds
the real array until it returns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray, types
from numba.extending import intrinsic

from neuroevo.kernel_cache import inner


@intrinsic  # type: ignore[untyped-decorator]
def _as_pointer(_context: Any, address: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.float32)(types.int64), codegen


@inner
def floats_at(address: int, count: int) -> np.ndarray:
    """The `count` float32 values at this address."""
    return carray(_as_pointer(address), (count,))
