// Preloaded into the programs of a crash test: lets the parent process shift their clock and measure their memory.
import { subscribe } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const Real = Date;
let shift = 0;
globalThis.Date = class extends Real {
  constructor(...args) {
    if (args.length === 0) super(Real.now() + shift);
    else super(...args);
  }
  static now() {
    return Real.now() + shift;
  }
};

function measureMemory() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let turn = 0; turn < 3; turn += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return { bytes: heapUsed + external, resources: process.getActiveResourcesInfo() };
}

const leaked = [];

process.on('message', ({ shiftMs, weighing, leaking }) => {
  if (shiftMs !== undefined) {
    shift = shiftMs;
    process.send?.({ shifted: shiftMs });
  }
  if (weighing) process.send?.({ weight: measureMemory() });
  // Control: leaks memory on every request.
  if (leaking)
    subscribe('http.server.request.start', ({ request }) =>
      leaked.push(
        request.url,
        Array.from({ length: 1000 }, () => 0),
      ),
    );
});
process.channel?.unref();
