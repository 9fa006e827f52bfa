import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeToasts, showFailureOnce, showNotice, showToast, toastStore } from './toasts.ts';

const displayedText = (): string | undefined => toastStore.get()?.text;
const notice = (text: string): void => showNotice({ kind: 'info', text });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  closeToasts();
  vi.useRealTimers();
});

test('a notice stays for two seconds, then the last one that came is displayed', () => {
  notice('Your exchange is done.');
  expect(displayedText()).toBe('Your exchange is done.');
  notice('It is on its way.');
  notice('It has arrived.');
  vi.advanceTimersByTime(1999);
  expect(displayedText()).toBe('Your exchange is done.');
  vi.advanceTimersByTime(1);
  expect(displayedText()).toBe('It has arrived.');
});

test('a notice replaces one that could be read', () => {
  notice('It is on its way.');
  vi.advanceTimersByTime(2500);
  notice('It has arrived.');
  expect(displayedText()).toBe('It has arrived.');
});

test('an action toast stays for five seconds, then the last notice is displayed', () => {
  showToast({ kind: 'success', text: 'Approved.' });
  notice('It is on its way.');
  vi.advanceTimersByTime(1000);
  notice('It has arrived.');
  vi.advanceTimersByTime(3999);
  expect(displayedText()).toBe('Approved.');
  vi.advanceTimersByTime(1);
  expect(displayedText()).toBe('It has arrived.');
});

test('an action toast replaces the last one and waiting notices', () => {
  showToast({ kind: 'success', text: 'Approved.' });
  notice('It is on its way.');
  showToast({ kind: 'success', text: 'Saved.' });
  vi.advanceTimersByTime(60_000);
  expect(displayedText()).toBe('Saved.');
});

test('closing toasts discards waiting notices', () => {
  showToast({ kind: 'success', text: 'Approved.' });
  notice('It is on its way.');
  closeToasts();
  vi.advanceTimersByTime(60_000);
  expect(displayedText()).toBeUndefined();
});

test('calls that fail for the same reason share one toast until it expires', () => {
  showFailureOnce('Down.');
  const first = toastStore.get()?.id;
  vi.advanceTimersByTime(4000);
  showFailureOnce('Down.');
  expect(toastStore.get()?.id).toBe(first);
  vi.advanceTimersByTime(1001);
  showFailureOnce('Down.');
  expect(toastStore.get()?.id).not.toBe(first);
});

test('a failure replaces the current toast', () => {
  showToast({ kind: 'success', text: 'Saved.' });
  showFailureOnce('Down.');
  expect(displayedText()).toBe('Down.');
});
