import { z } from 'zod';
import { valueForEach } from './fields.ts';
import { choiceNames } from './payment-choices.ts';

/** The currencies that a file of payments can pay in. */
export const FileCurrency = z.enum(['GBP', 'EUR', 'THB']);
export type FileCurrency = z.infer<typeof FileCurrency>;

/** What partners insist on knowing of a payment in each of them. */
export const FileAsks = valueForEach(FileCurrency.options, z.array(z.enum(choiceNames)));
export type FileAsks = z.infer<typeof FileAsks>;
