"""A timer of runs on the model of a device, by which microbenchmarks are judged."""

from gpu import SimulatedBackend
from gpu.measurement.microbenchmarks_slopes import Facts
from gpu.measurement.timer import Times
from gpu.model.l2 import invalidate


class ModelTimer:
    """Times are those of the model: without noise, and with the parameters of the device."""

    is_gpu, folder = False, "model"

    def __init__(self, device, costs):
        self.backend = SimulatedBackend(device, costs=costs)
        self.costs, self.mhz = costs, device.cycles_per_us

    def times(self, run, *, cold, repetitions, waits=False):
        if cold:
            invalidate(self.backend.gpu._l2)
        else:
            run()
        us = self.backend.simulate(run).scalars["time_us"]
        return Times(us, us, us, us, repetitions)

    def synchronize(self):
        pass


def facts_of(device, memory=2**25):
    """What the properties of a device say."""
    return Facts(
        sms=device.sms,
        threads_per_sm=32 * device.warps_per_sm,
        shared_bytes=device.shared_carveouts[-1],
        block_shared_bytes=device.shared_per_block,
        l2_bytes=device.l2_size,
        memory_bytes=memory,
        copy_bytes=2**16,
        rounds=1,
    )
