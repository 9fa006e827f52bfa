import type { PaymentOrder } from './order.ts';
import { readPacs008 } from './pacs-008.ts';
import { readPain001 } from './pain-001.ts';
import { treeOf } from './xml.ts';

export function readOrder(xml: string): PaymentOrder | undefined {
  const tree = treeOf(xml);
  const order = readPain001(tree) ?? readPacs008(tree);
  return order && order.amountMinor > 0n ? order : undefined;
}
