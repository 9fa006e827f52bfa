import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

/** When the breaker of a service opens, and when it closes again. */
export const breakerRule = defineSetting({
  table: 'service_control.breaker_rule',
  area: 'service_control',
  key: { service: z.string() },
  values: {
    failure_rate_pct: z.int().min(1).max(100),
    min_calls: z.int().min(1).max(10_000),
    window_sec: z.int().min(10).max(600),
    cool_off_sec: z.int().min(1).max(3600),
    trial_calls: z.int().min(1).max(100),
    slow_call_ms: z.int().min(100).max(60_000),
  },
});
