import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import type { Message } from '@larkmere/messages/message';
import type { Selectable } from 'kysely';
import type { DB } from '../db/schema.gen.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Actor } from '../requests/verb.ts';
import { keysOf } from '../values/values.ts';

/** Who moves a row to its next state. Our system also moves what a bank or vendor decides. */
export type TransitionActor = 'customer' | 'staff' | 'bank' | 'vendor' | 'system';

type Fact<R, T> = T | ((row: R) => T);

type Times<R> = Readonly<{
  /** A sentence says why the state never times out. */
  deadline?: string | ((row: R) => Date | null);
  /** If the customer hears of it before the deadline, or there may be no deadline. */
  nextUpdate?: (row: R) => Date;
}>;

/** What a row in one state waits for. */
type Waiting<R> = Readonly<{
  owner: Fact<R, PendingStatus['owner']>;
  reason: Fact<R, Message>;
  nextStep: Fact<R, Message>;
}> &
  Times<R>;

export type StatefulTable = { [T in keyof DB]: DB[T] extends { state: unknown } ? T : never }[keyof DB];

export type RowOf<T extends StatefulTable> = Readonly<Selectable<DB[T]>>;

export type Stored<T extends StatefulTable> = Readonly<{
  table: T;
  /** Append-only table of past states. It repeats the columns of `copies` as they were then. */
  history?: Readonly<{ table: keyof DB; key: string; copies: readonly string[] }>;
}>;

/** Every change of state is audited as `action.state` of `entity:id`. */
export type Audited<T extends StatefulTable> = Readonly<{
  action: string;
  entity: string;
  audited?: (row: RowOf<T>) => Readonly<Record<string, unknown>>;
}>;

/** Its own times are those of every pending state without a deadline of its own. */
type StateMachine<S extends string, R> = Readonly<{
  /** By state the next states, and who moves a row there. */
  transitions: Readonly<Record<S, Readonly<Partial<Record<S, TransitionActor | readonly TransitionActor[]>>>>>;
  /** Every state that waits for a person or a partner. A row in any other state has ended, even if the bank may correct that. */
  waiting: Readonly<Partial<Record<S, Waiting<R>>>>;
  /** States that are read from another table. The row keeps its state before them. */
  derived?: readonly S[];
}> &
  Times<R>;

export type Lifecycle<S extends string, R, T extends StatefulTable> = Stored<T> & StateMachine<S, R>;

/** For what holds for every state machine. */
export type AnyLifecycle = Stored<StatefulTable> & StateMachine<string, never>;

/** A state machine as one value. apps/api/src/lifecycles.ts lists all; tests compare them with database and docs. */
export const defineLifecycle =
  <T extends StatefulTable, A extends Partial<Audited<T>>>(storage: Stored<T> & A) =>
  <S extends string, R = unknown>(machine: StateMachine<S, R>): Lifecycle<S, R, T> & A => ({ ...storage, ...machine });

type Transitions<S extends string> = Pick<StateMachine<S, never>, 'transitions'>;

export const statesOf = <S extends string>({ transitions }: Transitions<S>): S[] => keysOf(transitions);

export const nextStates = <S extends string>({ transitions }: Transitions<S>, from: S): S[] =>
  keysOf(transitions[from]);

export const actorsOf = <S extends string>(
  { transitions }: Transitions<S>,
  from: S,
  to: S,
): readonly TransitionActor[] => [transitions[from][to] ?? []].flat();

export const canTransition = <S extends string>(machine: Transitions<S>, from: S, to: S): boolean =>
  actorsOf(machine, from, to).length > 0;

export const isFinal = <S extends string>(machine: Transitions<S>, state: S): boolean =>
  nextStates(machine, state).length === 0;

/** Refuses `invalid_transition`, also to a customer or member of staff who may not make this one. */
export function requireTransition<S extends string>(machine: Transitions<S>, from: S, to: S, { kind }: Actor): void {
  const actors = actorsOf(machine, from, to);
  const isAllowed = kind === 'customer' || kind === 'staff' ? actors.includes(kind) : actors.length > 0;
  if (!isAllowed) throw new Refusal('invalid_transition');
}

/** Null for a state that waits for nobody. */
export function pendingStatus<S extends string, R>(
  machine: Pick<StateMachine<S, R>, 'waiting' | 'deadline' | 'nextUpdate'>,
  state: S,
  row: R,
): PendingStatus | null {
  const rule = machine.waiting[state];
  if (!rule) return null;
  const times = rule.deadline === undefined ? machine : rule;
  const deadline = typeof times.deadline === 'function' ? times.deadline(row) : null;
  const update = times.nextUpdate?.(row) ?? deadline;
  if (!update) throw new Error(`a row that is ${state} has neither a deadline nor a next update`);
  return {
    owner: resolve(rule.owner, row),
    reason: formatMessage(defaultLanguage, resolve(rule.reason, row)),
    nextStep: formatMessage(defaultLanguage, resolve(rule.nextStep, row)),
    nextUpdateAt: update.toISOString(),
    deadlineAt: deadline?.toISOString() ?? null,
  };
}

const resolve = <R, T extends Message | string>(fact: Fact<R, T>, row: R): T =>
  typeof fact === 'function' ? fact(row) : fact;
