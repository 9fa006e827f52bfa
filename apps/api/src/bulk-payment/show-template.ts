import type { contract } from '@larkmere/contract/contract';
import type { Procedure } from '../kernel/verb.ts';
import { templateColumns } from './columns.ts';
import { csvText } from './csv-text.ts';

export const showTemplate: Procedure<typeof contract.bulkPayment.template> = async () =>
  new File([csvText([templateColumns])], 'payments.csv', { type: 'text/csv; charset=utf-8' });
