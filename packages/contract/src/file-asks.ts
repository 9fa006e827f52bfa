import { z } from 'zod';
import { valueForEach } from './fields.ts';
import { choiceNames } from './payment-choices.ts';

export const FileCurrency = z.enum(['GBP', 'EUR', 'THB']);
export type FileCurrency = z.infer<typeof FileCurrency>;

export const FileAsks = valueForEach(FileCurrency.options, z.array(z.enum(choiceNames)));
export type FileAsks = z.infer<typeof FileAsks>;
