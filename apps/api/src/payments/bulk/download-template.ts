import type { contract } from '@larkmere/contract/contract';
import type { Workflow } from '../../platform/requests/verb.ts';
import { templateColumns } from './columns.ts';
import { toCsv } from './csv.ts';

export const downloadTemplate: Workflow<typeof contract.bulkPayment.template> = async () =>
  new File([toCsv([templateColumns])], 'payments.csv', { type: 'text/csv; charset=utf-8' });
