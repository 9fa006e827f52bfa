import { readPacs008 } from './pacs-008.ts';
import { readPain001 } from './pain-001.ts';
import type { PaymentInstruction } from './payment-instruction.ts';
import { parseOrUndefined } from './xml.ts';

export function readInstruction(xml: string): PaymentInstruction | undefined {
  const tree = parseOrUndefined(xml);
  const order = readPain001(tree) ?? readPacs008(tree);
  return order && order.amountMinor > 0n ? order : undefined;
}
