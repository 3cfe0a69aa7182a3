"""transformers' ``Trainer`` with our batches, gradients, checkpoints and events.

It keeps the order of things: epochs, steps, clipping, the optimiser, going on from a checkpoint.
One of its steps is one whole batch, however that is cut, so each checkpoint lies between batches.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler
from torch.utils.data import DataLoader
from transformers import (
    Trainer,
    TrainerCallback,
    TrainerControl,
    TrainerState,
    TrainingArguments,
)
from transformers.integrations.integration_utils import TensorBoardCallback
from transformers.trainer_callback import PrinterCallback
from typing_extensions import override

from core.base.errors import TrainingError
from core.base.jobs import JobCancelled
from core.base.messages import Message
from core.base.wire import Checkpoint, Preparing, Started
from core.models.devices import release_memory
from training.base.recipe import RecipeSettings
from training.base.tasks import Batch, Task
from training.loop import checkpoints, memory, optimisation
from training.loop.batches import Ahead, Batches, Draw, Share, Shares, costs, loader, to_device
from training.loop.checkpoints import Checkpoints
from training.loop.course import Course, Processes
from training.loop.optimisation import LossScale, NumberFormat

_LOSS_SCALE = "loss_scale"


class Arguments(TrainingArguments):
    """Arguments of ``Trainer``. A process uses one device, however many there are."""

    @property
    @override
    def device(self) -> torch.device:
        super().device  # noqa: B018 - this sets the processes up
        device: torch.device = self.distributed_state.device
        return device

    @property
    @override
    def n_gpu(self) -> int:
        return min(1, int(super().n_gpu))


class TaskTrainer(Trainer):
    """Trains a task. ``course`` decides what comes when, ``store`` holds the checkpoints."""

    def __init__(
        self, task: Task[Any], settings: RecipeSettings, arguments: Arguments, store: Checkpoints
    ) -> None:
        super().__init__(model=task.model, args=arguments)
        self.remove_callback(PrinterCallback)  # it writes to stdout
        self.task, self.settings, self.store = task, settings, store
        self.processes = Processes(arguments.process_index, arguments.world_size, arguments.device)
        torch.manual_seed(settings.seed + self.processes.rank)  # each drops other units
        self.format = optimisation.choose_format(settings.precision, arguments.device)
        self.loss_scale = LossScale() if self.format == "float16" else None
        if self.format == "tf32":
            torch.set_float32_matmul_precision("high")
        self.share = -(-min(settings.batch, len(task)) // self.processes.count)
        self.shares, self.ahead = Shares(task, self.share), Ahead(arguments.device)
        self.costs = costs(task)
        self.batches = Batches(
            len(task),
            settings.batch,
            seed=settings.seed,
            couples=task.couples,
            costs=self.costs if settings.bucketing and not task.couples else None,
        )
        self.batches.rank, self.batches.count = self.processes.rank, self.processes.count
        self.course: Course

    def follow(self, course: Course, charts: Path) -> None:
        """Say who keeps account, and where TensorBoard's files go. Call it before ``train``."""
        self.course = course
        self.found_micro_batch = course.about.micro_batch if self._is_same_device() else 0
        wanted_size = self.settings.micro_batch or self.found_micro_batch
        self.shares.micro_batch = min(wanted_size or self.share, self.share)
        self.add_callback(_Between(self))
        self._charts = _Charts(charts, after=course.about.step) if self.processes.main else None
        if self._charts:
            self.add_callback(self._charts)

    @property
    def device_title(self) -> str:
        """Return what tells a kind of device from others: what fits on one may not on another."""
        device = self.args.device
        return torch.cuda.get_device_name(device) if device.type == "cuda" else device.type

    def _is_same_device(self) -> bool:
        """Tell whether the checkpoint was made on a device like this one, or does not say."""
        return self.course.about.device in ("", self.device_title)

    def close(self) -> None:
        """Finish TensorBoard's files, and make no more batches."""
        self.ahead.close()
        if self._charts:
            self._charts.close()

    @override
    def get_train_dataloader(self) -> DataLoader[Share]:
        workers = self.settings.workers
        if workers and self.args.device.type != "cpu" and sys.platform != "linux":
            workers = 0  # the model travels with the examples, and its memory cannot be shared
            self.course.warn(
                Message("On this system no worker processes are used while a GPU trains.")
            )
        return loader(self.shares, self.batches, workers=workers)

    @override
    def get_batch_samples(
        self, epoch_iterator: Iterator[Share], num_batches: int, device: torch.device
    ) -> tuple[list[Share], None]:
        share = self.ahead.take(epoch_iterator)
        return ([] if share is None else [share]), None

    @override
    def floating_point_ops(self, inputs: Any) -> int:
        return 0  # not counted

    @override
    def create_optimizer(self, model: nn.Module | None = None) -> Optimizer:
        self.optimizer = optimisation.optimiser(self.task.model, self.settings)
        return self.optimizer

    @override
    def create_scheduler(
        self, num_training_steps: int, optimizer: Optimizer | None = None
    ) -> LRScheduler:
        moving = optimizer or self.optimizer
        assert moving is not None, "create_optimizer comes first"
        self.lr_scheduler = optimisation.schedule(moving, self.settings, num_training_steps)
        return self.lr_scheduler

    @property
    def moving(self) -> tuple[Optimizer, LRScheduler]:
        """Return the optimiser and its schedule, which ``train`` makes."""
        assert self.optimizer is not None, "train makes it"
        assert self.lr_scheduler is not None, "train makes it"
        return self.optimizer, self.lr_scheduler

    @override
    def training_step(
        self,
        model: nn.Module,
        inputs: Any,  # a Share; Trainer's own are dicts of tensors
        num_items_in_batch: Tensor | int | None = None,
    ) -> Tensor:
        self.course.meter.check()
        model.train()
        step, before = self.state.global_step + 1, self.shares.micro_batch
        scale = self.loss_scale.value if self.loss_scale else 1.0
        gradients = Gradients(self.task, model, self.processes, self.format, scale)
        loss = self._loss(gradients, inputs)
        if self.loss_scale is None or self.loss_scale.unscale(self.task.model):
            optimisation.drop_rounding(self.task.model, self.format)
        elif self.loss_scale.value < 1.0 <= scale:
            self.course.warn(
                Message(
                    "Gradients overflow in float16. If the loss becomes NaN, start again with the"
                    " precision float32."
                )
            )
        if self.shares.micro_batch < before:
            self.warn_of_memory(Message("at step {step}", step=step))
        rate = float(self.moving[0].param_groups[0]["lr"])
        self.course.meter.add(loss, step=step, rate=rate)
        return loss

    def _loss(self, gradients: Gradients, share: Share) -> Tensor:
        state = RandomState.now(self.args.device)

        def again() -> Tensor:
            state.restore(self.args.device)
            return gradients.add(self.ahead.fit_share(share, self.shares))

        if not isinstance(gradients.model, DistributedDataParallel):
            return shrinking(again, self.shares, gradients)
        try:
            return again()
        except (RuntimeError, MemoryError) as error:
            if not memory.out_of_memory(error):
                raise
            # The other processes wait for this gradient.
            raise TrainingError(
                "The device ran out of memory.",
                remedy="Resume with a micro_batch below {micro_batch}.",
                micro_batch=self.shares.micro_batch,
            ) from error

    def warn_of_memory(self, where: Message) -> None:
        """Tell a person that the micro-batch had to be halved."""
        size = self.shares.micro_batch
        self.course.warn(
            Message(
                "Out of memory {where}; from now on {size} examples are processed at a time.",
                where=where,
                size=size,
            )
        )

    @override
    def evaluate(self, *_: Any, **__: Any) -> dict[str, float]:
        """Measure, on the main process while the others wait."""
        self.course.meter.check()
        scores: dict[str, float] = {}
        with self.course.meter.measuring(), undisturbed(self.args.device), torch.no_grad():
            if self.processes.main:
                self.task.model.eval()
                scores = dict(self.ahead.alone(self.task.evaluate))
        better = self.course.judge(scores, self.state.global_step)
        self.chart({f"eval_{name}": value for name, value in scores.items()})
        self.control = self.callback_handler.on_evaluate(self.args, self.state, self.control, {})
        finished = self.course.about.finished
        self.control.should_save |= better or finished
        self.control.should_training_stop |= finished
        return scores

    def chart(self, values: dict[str, float]) -> None:
        """Add values of the present step to TensorBoard's files."""
        if self.processes.main and values:
            self.callback_handler.on_log(self.args, self.state, self.control, values)

    @override
    def _save_checkpoint(self, model: nn.Module, trial: object = None) -> None:
        self.course.meter.check()
        step, steps = self.state.global_step, self.state.max_steps
        stands = self._random_state()
        if self.loss_scale is not None:
            stands[_LOSS_SCALE] = self.loss_scale.to_row().unsqueeze(0)
        about = self.course.checkpoint(
            step, steps=steps, micro_batch=self.shares.micro_batch, device=self.device_title
        )
        began = time.monotonic()
        with self.course.meter.paused():
            if self.processes.main:
                checkpoint = self.store.write(about, lambda folder: self._save_into(folder, stands))
                place = f"{self.store.folder.name}/{checkpoint.name}"
                self.course.report(Checkpoint(stage=self.course.stage, step=step, folder=place))
            self.processes.wait()
        self.course.clock.restart(step, written_in=time.monotonic() - began)

    def _save_into(self, folder: Path, stands: dict[str, Tensor]) -> None:
        checkpoints.write_weights(self.task.model, folder / checkpoints.MODEL)
        optimizer, schedule = self.moving
        checkpoints.write_optimizer(optimizer, folder / checkpoints.OPTIMIZER)
        checkpoints.write_schedule(schedule, folder / checkpoints.SCHEDULE)
        checkpoints.write_tensors(stands, folder / checkpoints.RANDOM)
        self.state.save_to_json(str(folder / "trainer_state.json"))

    @override
    def _load_from_checkpoint(
        self, resume_from_checkpoint: str, model: nn.Module | None = None
    ) -> None:
        path = Path(resume_from_checkpoint) / checkpoints.MODEL
        checkpoints.read_weights(self.task.model, path)

    @override
    def _load_optimizer_and_scheduler(self, checkpoint: str | None) -> None:
        if checkpoint is not None:
            folder = Path(checkpoint)
            optimizer, schedule = self.moving
            checkpoints.read_optimizer(optimizer, folder / checkpoints.OPTIMIZER)
            checkpoints.read_schedule(schedule, folder / checkpoints.SCHEDULE)

    @override
    def _load_rng_state(self, checkpoint: str | None) -> None:
        if checkpoint is not None:
            stands = checkpoints.read_tensors(Path(checkpoint) / checkpoints.RANDOM)
            rank, device = self.processes.rank, self.args.device
            # torch reads the numbers of a row where the first row lies, unless it is a copy.
            own = {name: rows[rank % len(rows)].clone() for name, rows in stands.items()}
            RandomState(own["cpu"], own.get(device.type)).restore(device)
            if self.loss_scale is not None and _LOSS_SCALE in own:
                self.loss_scale.restore(own[_LOSS_SCALE])

    def _random_state(self) -> dict[str, Tensor]:
        """Return where the random numbers of each process stand, a row each."""
        device = self.args.device
        state = RandomState.now(device)
        own = {"cpu": state.cpu} | ({device.type: state.device} if state.device is not None else {})
        return {name: self.processes.rows(row.to(device)).cpu() for name, row in own.items()}


class _Between(TrainerCallback):
    """What is done before an epoch and after a step."""

    def __init__(self, trainer: TaskTrainer) -> None:
        self._trainer = trainer
        self._started = False

    @override
    def on_epoch_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any
    ) -> None:
        trainer = self._trainer
        epoch = state.global_step // len(trainer.batches)
        with trainer.course.meter.paused(), undisturbed(args.device):
            for turn in (True, False):  # the others read what the main process made
                if turn == trainer.processes.main:
                    trainer.task.begin_epoch(epoch, trainer.store.folder.parent)
                trainer.processes.wait()
            trainer.batches.set_epoch(epoch)
            if not self._started:
                self._started = True
                self._start(epoch, state)
        if trainer.course.about.unmeasured:
            trainer.evaluate()

    @override
    def on_step_end(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any
    ) -> None:
        trainer = self._trainer
        course, step, steps = trainer.course, state.global_step, state.max_steps
        coming = course.after(step, steps=steps, epoch=len(trainer.batches))
        if coming.say and trainer.processes.main:
            line = course.say(
                step,
                steps=steps,
                epoch=float(state.epoch or 0.0),
                memory=memory.used_bytes(trainer.args.device),
            )
            names = {"loss", "learning_rate", "examples_per_second"}
            values = line.model_dump(include=names, exclude_none=True)
            if trainer.loss_scale is not None:
                values["loss_scale"] = trainer.loss_scale.value
                values["overflows"] = trainer.loss_scale.overflows
            trainer.chart(values)
        control.should_evaluate = coming.measure
        control.should_save = coming.keep
        control.should_training_stop |= coming.stop

    def _start(self, epoch: int, state: TrainerState) -> None:
        """Try the worst batch, and say how the training begins."""
        trainer, course = self._trainer, self._trainer.course
        model, micro_batch = trainer.task.model, trainer.shares.micro_batch
        trained = optimisation.count(model, trained=True)
        gradients = Gradients(trainer.task, model, trainer.processes, trainer.format)
        adam = 0 if trainer.moving[0].state else 2 * 4 * trained
        trying = Message("Trying how many examples fit into memory")
        course.report(Preparing(stage=course.stage, done=0, total=0, note=trying))
        free = not (trainer.settings.micro_batch or trainer.found_micro_batch)
        worst = WorstBatch(
            trainer.shares, trainer.costs, gradients, reserved=adam, stop=course.stop_asked
        )
        with course.stopped_together():
            worst.fit(epoch, share=trainer.share, free=free)
        if not free and trainer.shares.micro_batch < micro_batch:
            trainer.warn_of_memory(Message("on the worst batch"))
        course.report(
            Started(
                stage=course.stage,
                recipe=course.recipe,
                step=state.global_step,
                steps=state.max_steps,
                examples=len(trainer.task),
                batch=trainer.settings.batch,
                micro_batch=trainer.shares.micro_batch,
                parameters=optimisation.count(model),
                trained=trained,
                device=str(trainer.args.device),
                precision=trainer.format,
                processes=trainer.processes.count,
                memory=memory.expected(trainer.args.device, optimiser=adam),
            )
        )
        course.report_resume(state.global_step, steps=state.max_steps)
        course.meter.begin()
        course.clock.restart(state.global_step)


class _Charts(TensorBoardCallback):
    """TensorBoard's files; a training goes on without them where they cannot be written."""

    def __init__(self, folder: Path, *, after: int) -> None:
        from tensorboardX import SummaryWriter

        # A queue with a limit would wait for ever once its thread met a full disk.
        writer = SummaryWriter(str(folder), purge_step=after + 1 if after else None, max_queue=0)
        super().__init__(writer)  # type: ignore[no-untyped-call]
        self._writer = writer

    def close(self) -> None:
        """Write what is left."""
        with contextlib.suppress(OSError):
            self._writer.close()

    @override
    def on_log(self, *args: Any, **kwargs: Any) -> None:
        with contextlib.suppress(OSError):
            super().on_log(*args, **kwargs)  # type: ignore[no-untyped-call]


# --- trying the most costly batch first -------------------------------------------------
#
# Finds out how many examples fit on the device, by trying the most costly ones.

_MOST_ON_CPU = 32
_FEW = 4
"""Examples enough to learn what one takes on a CPU, where a first try must not fill memory."""

_ASKED_EVERY_S = 0.2

T = TypeVar("T")


class WorstBatch:
    """The most costly examples, tried in one process; nothing of a trial remains."""

    def __init__(
        self,
        shares: Shares,
        costs: NDArray[np.int64],
        gradients: Gradients,
        *,
        reserved: int,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Prepare trials; ``reserved`` bytes are kept free for what the optimiser will need.

        ``stop`` is asked a few times a second while a trial runs.
        """
        self._shares, self._costs, self._reserved = shares, costs, reserved
        self._stop = stop
        self._device = gradients.processes.device
        self._gradients = Gradients(
            gradients.task,
            gradients.task.model,
            Processes(device=self._device),
            gradients.format,
        )

    def fit(self, epoch: int, *, share: int, free: bool) -> int:
        """Halve the micro-batch until it fits; return the most bytes that it takes.

        ``share`` is how many examples of a batch are this process's. A micro-batch that is
        ``free`` to choose has a limit on a CPU, which does not say in time that it is full.

        Raises:
            TrainingError: one example does not fit.
            JobCancelled: a stop was asked for.
        """
        cpu = self._device.type == "cpu"
        if cpu and free:
            few = min(_FEW, share)
            example_bytes = (
                shrinking(lambda: self._try(epoch, few), self._shares, self._gradients) // few
            )
            most = min(_MOST_ON_CPU, self._shares.micro_batch)
            available = memory.available_bytes() - self._reserved
            self._shares.micro_batch = memory.fitting(
                most, example_bytes=example_bytes, available=available
            )

        def whole() -> int:
            # On a CPU a whole batch takes long, and its second micro-batch shows the same.
            return self._try(epoch, min(share, 2 * self._shares.micro_batch) if cpu else share)

        return shrinking(whole, self._shares, self._gradients)

    def _try(self, epoch: int, count: int) -> int:
        worst = np.argsort(-self._costs, kind="stable")[:count]
        share = self._shares.__getitems__(Draw(epoch, tuple(map(int, worst)), len(worst)))
        model = self._gradients.task.model
        model.train()
        empty = torch.empty(self._reserved, dtype=torch.uint8, device=self._device)
        try:
            with undisturbed(self._device), _stoppable(model, self._stop):
                return memory.peak(lambda: self._gradients.add(share), self._device)
        finally:
            del empty
            model.zero_grad()


@contextmanager
def _stoppable(model: nn.Module, stop: Callable[[], bool]) -> Iterator[None]:
    """Let a stop end what the model is doing between two of its parts, forward and backward.

    The most costly examples take a processor a minute at once, which nobody waits for.

    Raises:
        JobCancelled: a stop was asked for.
    """
    asked_at = -_ASKED_EVERY_S

    def check(*_: object) -> None:
        nonlocal asked_at
        now = time.monotonic()
        if now - asked_at >= _ASKED_EVERY_S:
            asked_at = now
            if stop():
                raise JobCancelled

    def after(_module: nn.Module, _inputs: Any, output: Any) -> None:  # noqa: ANN401 - torch's
        check()
        if isinstance(output, Tensor) and output.requires_grad:
            output.register_hook(check)  # type: ignore[no-untyped-call]

    check()
    with ExitStack() as hooks:
        # What is compiled would be compiled anew for the trial, and again without it.
        if model._compiled_call_impl is None:  # noqa: SLF001 - torch tells in no other way
            for part in model.modules():
                hooks.callback(part.register_forward_hook(after).remove)
        yield


def shrinking(work: Callable[[], T], shares: Shares, gradients: Gradients) -> T:
    """Return what ``work`` returns, done again with half the micro-batch while memory is short.

    Raises:
        TrainingError: one example does not fit.
    """
    while True:
        try:
            return work()
        except (RuntimeError, MemoryError) as error:
            if not memory.out_of_memory(error):
                raise
        # Only here are the tensors free that the error's traceback held.
        gradients.task.model.zero_grad()
        release_memory(gradients.processes.device)
        if shares.micro_batch == 1:
            raise memory.too_large()
        shares.micro_batch = memory.halved(shares.micro_batch)


# --- gradcache --------------------------------------------------------------------------
#
# The exact gradient of a batch that is too large for the device, by GradCache.
#
# Where the loss of an example depends on it alone, micro-batches are added up. Where it depends
# on the others, GradCache (Gao et al. 2021) runs twice: once to know all outputs and the gradient
# of the loss on them, once more by micro-batch to carry that gradient to the weights. Both runs
# drop the same units.


@dataclass(frozen=True, slots=True)
class RandomState:
    """Where the random numbers of the processor, and of the device, stand."""

    cpu: Tensor
    device: Tensor | None

    @classmethod
    def now(cls, device: torch.device) -> RandomState:
        """Take the state down."""
        own = None
        if device.type == "cuda":
            own = torch.cuda.get_rng_state(device)
        elif device.type == "mps":
            own = torch.mps.get_rng_state()
        elif device.type == "xpu":
            own = torch.xpu.get_rng_state(device)
        return cls(torch.get_rng_state(), own)

    def restore(self, device: torch.device) -> None:
        """Make the next random numbers those that came next then."""
        torch.set_rng_state(self.cpu)
        if self.device is not None and device.type == "cuda":
            torch.cuda.set_rng_state(self.device, device)
        elif self.device is not None and device.type == "mps":
            torch.mps.set_rng_state(self.device)
        elif self.device is not None and device.type == "xpu":
            torch.xpu.set_rng_state(self.device, device)


@contextlib.contextmanager
def undisturbed(device: torch.device) -> Iterator[None]:
    """Leave the random numbers as if what runs within had not."""
    state = RandomState.now(device)
    try:
        yield
    finally:
        state.restore(device)


@dataclass(frozen=True, slots=True)
class Gradients:
    """Adds the gradient of a batch's loss to the weights.

    ``model`` is ``task.model`` or what exchanges its gradients; that takes the mean over the
    processes, so a share's gradient is multiplied by their number first, and by ``scale``.
    """

    task: Task[Any]
    model: nn.Module
    processes: Processes
    format: NumberFormat = "float32"
    scale: float = 1.0

    def add(self, share: Share) -> Tensor:
        """Run forward and backward; return the loss of the whole batch, without gradient."""
        return self._coupled(share) if self.task.couples else self._separate(share)

    def _separate(self, share: Share) -> Tensor:
        total = torch.zeros((), device=self.processes.device)
        for index, (batch, size) in enumerate(zip(share.batches, share.sizes(), strict=True)):
            with self._exchange(last=index == len(share.batches) - 1):
                loss = self.task.loss(self._outputs(self.model, batch), self._targets(batch))
                loss = loss * (size / share.size if share.counts else 0.0)
                (loss * self.processes.count * self.scale).backward()  # type: ignore[no-untyped-call]
            total += loss.detach()
        return self.processes.total(total)

    def _coupled(self, share: Share) -> Tensor:
        if len(share.batches) == 1:
            outputs = self._outputs(self.model, share.batches[0])
            loss, gradients = self._loss([outputs], share)
            _carry(outputs, gradients, 0)
            return loss
        states, targets = [], []
        with torch.no_grad():
            for batch in share.batches:
                states.append(RandomState.now(self.processes.device))
                targets.append(self._outputs(self.task.model, batch))
        loss, gradients = self._loss(targets, share)
        start = 0
        for index, (batch, size) in enumerate(zip(share.batches, share.sizes(), strict=True)):
            states[index].restore(self.processes.device)
            with self._exchange(last=index == len(share.batches) - 1):
                _carry(self._outputs(self.model, batch), gradients, start)
            start += size
        return loss

    def _loss(
        self, outputs: Sequence[Mapping[str, Tensor]], share: Share
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """Return the loss of the whole batch, and its gradient on this process's outputs."""
        leaves = {
            name: torch.cat([part[name] for part in outputs]).detach().requires_grad_()
            for name in outputs[0]
        }
        targets = [self._targets(batch) for batch in share.batches]
        whole_targets = {name: torch.cat([part[name] for part in targets]) for name in targets[0]}
        rows = slice(None if share.counts else 0)
        whole = self.processes.whole(
            {name: leaf[rows] for name, leaf in leaves.items()}, share.size
        )
        whole_targets = self.processes.whole(
            {name: row[rows] for name, row in whole_targets.items()}, share.size
        )
        loss = self.task.loss(whole, whole_targets)
        (loss * self.processes.count * self.scale).backward()  # type: ignore[no-untyped-call]
        return loss.detach(), {
            name: torch.zeros_like(leaf) if leaf.grad is None else leaf.grad
            for name, leaf in leaves.items()
        }

    def _outputs(self, model: nn.Module, batch: Batch) -> dict[str, Tensor]:
        device = self.processes.device
        half = torch.float16 if self.format == "float16" else torch.bfloat16
        with torch.autocast(device.type, half, enabled=self.format in ("float16", "bfloat16")):
            outputs = model(**to_device(batch.inputs, device))
        return {name: rows.float() for name, rows in outputs.items()}

    def _targets(self, batch: Batch) -> dict[str, Tensor]:
        targets: dict[str, Tensor] = to_device(batch.targets, self.processes.device)
        return targets

    def _exchange(self, *, last: bool) -> contextlib.AbstractContextManager[None]:
        """Let gradients travel between the processes with the last micro-batch only."""
        if last or not isinstance(self.model, DistributedDataParallel):
            return contextlib.nullcontext()
        return self.model.no_sync()


def _carry(outputs: Mapping[str, Tensor], gradients: Mapping[str, Tensor], start: int) -> None:
    reached = {name: rows for name, rows in outputs.items() if rows.requires_grad}
    torch.autograd.backward(
        list(reached.values()),
        [gradients[name][start : start + len(rows)] for name, rows in reached.items()],
    )
