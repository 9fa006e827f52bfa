import {
  admit,
  advance,
  type Breaker,
  type BreakerFigures,
  type CallKind,
  type CallResult,
  closedBreaker,
  release,
  settle,
  toResult,
} from './breaker.ts';

export type BreakerMode = 'auto' | 'forced_off' | 'forced_on';

/** Allows one call. Ends once, by its result or unused; what comes after that changes nothing. */
export type Permit = Readonly<{
  service: string;
  settle: (result: Exclude<CallResult, 'slow'>, latencyMs: number) => void;
  release: () => void;
}>;

/** Undefined: the call must not be made. */
export type Gate = Readonly<{ service: string; admit: (kind: CallKind) => Permit | undefined }>;

const uncounted = { settle: () => {}, release: () => {} };

/**
 * The breakers of this process, which count its own calls in memory. `follow-breakers` compares them with the database,
 * through which the processes and staff agree.
 */
export type ServiceBreakers = Readonly<{
  gate: (service: string) => Gate;
  /** As it is now: a cool-off that is over has ended. */
  read: (service: string) => Breaker;
  /** Another process or a member of staff changed it. */
  replace: (service: string, change: (epoch: number) => Breaker) => Breaker;
  configure: (service: string, rules: Readonly<{ mode: BreakerMode; figures: BreakerFigures }>) => void;
}>;

type Entry = { breaker: Breaker; mode: BreakerMode; figures: BreakerFigures };

const starterFigures: BreakerFigures = {
  failureRatePct: 50,
  minCalls: 20,
  windowSec: 60,
  coolOffSec: 120,
  trialCalls: 5,
  slowCallMs: 5000,
};

export function createServiceBreakers(now: () => number = Date.now): ServiceBreakers {
  const entries = new Map<string, Entry>();
  const entryOf = (service: string): Entry => {
    const known = entries.get(service);
    if (known) return known;
    const entry: Entry = { breaker: closedBreaker(), mode: 'auto', figures: starterFigures };
    entries.set(service, entry);
    return entry;
  };
  return {
    gate: (service) => ({ service, admit: (kind) => takePermit(service, entryOf(service), kind, now) }),
    read: (service) => {
      const entry = entryOf(service);
      entry.breaker = advance(entry.breaker, entry.figures, now());
      return entry.breaker;
    },
    replace: (service, change) => {
      const entry = entryOf(service);
      entry.breaker = change(entry.breaker.epoch + 1);
      return entry.breaker;
    },
    configure: (service, rules) => void Object.assign(entryOf(service), rules),
  };
}

function takePermit(service: string, entry: Entry, kind: CallKind, now: () => number): Permit | undefined {
  // Follow-ups send nothing new, and what the partner has already still needs its outcome.
  if (entry.mode === 'forced_off') return kind === 'new' ? undefined : { service, ...uncounted };
  if (entry.mode === 'forced_on') return { service, ...uncounted };
  const admitted = admit(entry.breaker, entry.figures, kind, now());
  if (!admitted) return undefined;
  entry.breaker = admitted;
  const { epoch } = admitted;
  let isOver = false;
  const once = (end: () => Breaker) => {
    if (!isOver) entry.breaker = end();
    isOver = true;
  };
  return {
    service,
    settle: (result, latencyMs) =>
      once(() => {
        const counted = toResult(result, latencyMs, entry.figures.slowCallMs);
        return settle(entry.breaker, entry.figures, { kind, epoch, result: counted, now: now() });
      }),
    release: () => once(() => release(entry.breaker, kind, epoch)),
  };
}

/** Makes the call of a permit and counts its result. `isFailure`: the reply is no usable one. */
export async function callWithPermit<Reply>(
  permit: Permit | undefined,
  send: () => Promise<Reply>,
  isFailure: (reply: Reply) => boolean,
): Promise<Reply> {
  const started = performance.now();
  const end = (result: Exclude<CallResult, 'slow'>) => permit?.settle(result, performance.now() - started);
  try {
    const reply = await send();
    end(isFailure(reply) ? 'failed' : 'answered');
    return reply;
  } catch (error) {
    end('no_answer');
    throw error;
  }
}
