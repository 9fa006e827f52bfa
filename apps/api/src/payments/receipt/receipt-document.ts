import { defaultText } from '@larkmere/messages/format-message';
import type { PdfDocument } from '../../platform/pdf/document.ts';
import { describeReceipt } from './describe-receipt.ts';
import type { Receipt } from './receipt.ts';

export const receiptDocument = (receipt: Receipt): PdfDocument => ({
  ...describeReceipt(receipt),
  fileTitle: defaultText('receipt_file_title', { reference: receipt.reference }),
  title: defaultText('receipt_title'),
});
