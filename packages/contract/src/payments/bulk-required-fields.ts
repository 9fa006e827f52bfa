import { z } from 'zod';
import { objectOf } from '../platform/fields.ts';
import { regulatoryFields } from './regulatory-codes.ts';

export const BulkCurrency = z.enum(['GBP', 'EUR', 'THB']);
export type BulkCurrency = z.infer<typeof BulkCurrency>;

export const BulkRequiredFields = objectOf(BulkCurrency.options, z.array(z.enum(regulatoryFields)));
export type BulkRequiredFields = z.infer<typeof BulkRequiredFields>;
