import { beforeEach, expect, it } from 'vitest';
import { keepReferralCode, readReferralCode } from './referral-code.ts';

const day = 24 * 3_600_000;
const kept = new Map<string, string>();
const store = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
} as Storage;
beforeEach(() => kept.clear());

it('keeps the first code for 30 days', () => {
  keepReferralCode('LM-1', store, 0);
  keepReferralCode('LM-2', store, 30 * day - 1);
  expect(readReferralCode(store, 30 * day - 1)).toBe('LM-1');
  expect(readReferralCode(store, 30 * day)).toBeUndefined();
  keepReferralCode('LM-2', store, 30 * day);
  expect(readReferralCode(store, 30 * day)).toBe('LM-2');
});

it('ignores what somebody else stored', () => {
  store.setItem('larkmere.referral', '{broken');
  expect(readReferralCode(store, 0)).toBeUndefined();
});
