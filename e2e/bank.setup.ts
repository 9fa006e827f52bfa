import { lever } from './larkmere.ts';

/** At the bank of the browser tests seconds are tenths and a day is a second: nobody waits for what no test looks at. */
export default function quickBank(): Promise<void> {
  return lever('PUT', 'settings', {
    acceptDelayMs: [100, 300],
    settleDelayMs: [200, 500],
    returnDelayMs: 500,
    hopDelayMs: [300, 600],
    dayMs: 1000,
  });
}
