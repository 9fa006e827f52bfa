import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

/** Payments to prohibited countries are refused, those to enhanced-risk countries reviewed. */
export const countryRule = defineSetting({
  table: 'country.rule',
  key: { country: z.string().regex(/^[A-Z]{2}$/) },
  values: { risk: z.enum(['standard', 'enhanced', 'prohibited']) },
});
