import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

/** When the breaker of a service opens, and when it closes again. */
export const breakerRule = defineSetting({
  table: 'service_control.breaker_rule',
  area: 'service_control',
  key: { service: z.string() },
  values: {
    failureRatePct: z.int().min(1).max(100),
    minCalls: z.int().min(1).max(10_000),
    windowSec: z.int().min(10).max(600),
    coolOffSec: z.int().min(1).max(3600),
    trialCalls: z.int().min(1).max(100),
    slowCallMs: z.int().min(100).max(60_000),
  },
});
