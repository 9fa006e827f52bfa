import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { file, page } from '../../../tools/lifecycles.ts';
import { lifecycles } from './lifecycles.ts';
import { actorsOf, isFinal, nextStates, requireTransition, statesOf } from './platform/lifecycle/lifecycle.ts';
import type { Actor } from './platform/requests/verb.ts';

test('docs/states.md is up to date: node tools/lifecycles.ts', () => {
  expect(readFileSync(file, 'utf8')).toBe(page());
});

describe.each(lifecycles)('$table', (lifecycle) => {
  const states = statesOf(lifecycle);
  const isPending = (state: string): boolean => lifecycle.waiting[state] !== undefined;

  it('reaches every state from its first states', () => {
    const targets = new Set(states.flatMap((from) => nextStates(lifecycle, from)));
    const first = states.filter((state) => !targets.has(state));
    const reached = new Set(first.length > 0 ? first : states.slice(0, 1));
    for (const state of reached) for (const next of nextStates(lifecycle, state)) reached.add(next);
    expect([...reached].toSorted()).toEqual(states.toSorted());
  });

  it('has a way to an end from every pending state', () => {
    const ending = new Set(states.filter((state) => !isPending(state)));
    for (let before = -1; before < ending.size; ) {
      before = ending.size;
      for (const state of states) if (nextStates(lifecycle, state).some((next) => ending.has(next))) ending.add(state);
    }
    expect([...ending].toSorted()).toEqual(states.toSorted());
  });

  it('never goes from an end back to a pending state', () => {
    for (const state of states.filter((each) => !isPending(each)))
      expect([state, nextStates(lifecycle, state).filter(isPending)]).toEqual([state, []]);
  });

  it('has owner, reason, next step and a deadline, or a reason for none, in every pending state', () => {
    for (const state of states.filter(isPending)) {
      expect(isFinal(lifecycle, state)).toBe(false);
      const facts = { deadline: lifecycle.deadline, ...lifecycle.waiting[state] };
      expect(facts.deadline).toBeDefined();
      for (const fact of Object.values(facts)) expect(fact).not.toBe('');
    }
  });

  it('refuses every other transition, and those of somebody else', () => {
    const system: Actor = { kind: 'system', name: 'test' };
    const staff: Actor = {
      kind: 'staff',
      staffId: '1',
      name: 'Staff',
      role: 'support',
      permissions: {},
      sessionId: '1',
      ip: '::1',
    };
    const refusal = expect.objectContaining({ code: 'invalid_transition' });
    for (const from of states)
      for (const to of states) {
        const attempt = (actor: Actor) => () => requireTransition(lifecycle, from, to, actor);
        if (nextStates(lifecycle, from).includes(to)) attempt(system)();
        else expect(attempt(system)).toThrow(refusal);
        if (actorsOf(lifecycle, from, to).includes('staff')) attempt(staff)();
        else expect(attempt(staff)).toThrow(refusal);
      }
  });
});
