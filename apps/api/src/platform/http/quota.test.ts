import { describe, expect, it } from 'vitest';
import { createQuota } from './quota.ts';

describe('quota', () => {
  function given(perOwner: number, total: number) {
    const evicted: string[] = [];
    const holders = new Map<string, { name: string }>();
    const quota = createQuota<{ name: string }>({ perOwner, total }, ({ name }) => evicted.push(name));
    const add = (name: string, owner?: string, size?: number) => {
      const holder = holders.get(name) ?? { name };
      holders.set(name, holder);
      quota.add(holder, owner, size);
    };
    return { quota, evicted, add, remove: (name: string) => quota.remove(holders.get(name) ?? { name }) };
  }

  it('evicts the oldest holder of an owner above the limit', () => {
    const { add, evicted, remove } = given(2, 10);
    for (const name of ['a1', 'a2']) add(name, 'a');
    remove('a1');
    for (const name of ['a3', 'b1', 'a4', 'b2']) add(name, name[0]);
    expect(evicted).toEqual(['a2']);
  });

  it('evicts from the largest owner above the total limit', () => {
    const { add, evicted, quota } = given(10, 4);
    for (const name of ['honest', 'b1', 'b2', 'b3', 'c1']) add(name, name[0]);
    expect(evicted).toEqual(['b1']);
    expect(quota.size()).toBe(4);
  });

  it('counts a holder without an owner for the total only', () => {
    const { add, evicted } = given(1, 3);
    for (const name of ['p1', 'p2', 'p3', 'p4']) add(name);
    expect(evicted).toEqual(['p1']);
  });

  it('adds up sizes and counts each holder once', () => {
    const { add, evicted, quota, remove } = given(10, 100);
    add('a1', 'a', 6);
    add('a1', 'a', 8);
    add('a2', 'a', 3);
    expect([evicted, quota.size()]).toEqual([['a1'], 3]);
    remove('a1');
    remove('a2');
    expect([quota.size(), quota.evictOne()]).toEqual([0, false]);
  });
});
