import { z } from 'zod';

export const RailName = z
  .enum([
    'faster-payments',
    'sepa-credit-transfer',
    'sepa-instant',
    'promptpay',
    'bahtnet',
    'fedwire',
    'swift',
    'local',
  ])
  .meta({ id: 'RailName' });
export type RailName = z.infer<typeof RailName>;
