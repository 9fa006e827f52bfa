import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeToasts, saying, showFailureOnce, showNews, showToast } from './toasts.ts';

const shown = (): string | undefined => saying.get()?.text;
const news = (text: string): void => showNews({ kind: 'info', text });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  closeToasts();
  vi.useRealTimers();
});

test('a notice replaces an earlier notice at once', () => {
  news('It is on its way.');
  news('It has arrived.');
  vi.advanceTimersByTime(0);
  expect(shown()).toBe('It has arrived.');
});

test('an action toast stays for five seconds, then the last notice is displayed', () => {
  showToast({ kind: 'success', text: 'Approved.' });
  news('It is on its way.');
  vi.advanceTimersByTime(1000);
  news('It has arrived.');
  vi.advanceTimersByTime(3999);
  expect(shown()).toBe('Approved.');
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('It has arrived.');
});

test('an action toast replaces the last one and waiting notices', () => {
  showToast({ kind: 'success', text: 'Approved.' });
  news('It is on its way.');
  showToast({ kind: 'success', text: 'Saved.' });
  vi.advanceTimersByTime(60_000);
  expect(shown()).toBe('Saved.');
});

test('closing toasts discards waiting notices', () => {
  showToast({ kind: 'success', text: 'Approved.' });
  news('It is on its way.');
  closeToasts();
  vi.advanceTimersByTime(60_000);
  expect(shown()).toBeUndefined();
});

test('calls that fail for the same reason share one toast until it expires', () => {
  showFailureOnce('Down.');
  const first = saying.get()?.id;
  vi.advanceTimersByTime(4000);
  showFailureOnce('Down.');
  expect(saying.get()?.id).toBe(first);
  vi.advanceTimersByTime(1001);
  showFailureOnce('Down.');
  expect(saying.get()?.id).not.toBe(first);
});

test('a failure replaces the current toast', () => {
  showToast({ kind: 'success', text: 'Saved.' });
  showFailureOnce('Down.');
  expect(shown()).toBe('Down.');
});
