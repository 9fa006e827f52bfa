import type { RailName } from '@larkmere/contract/platform/rail-name';
import type { PaymentInstruction } from '../../payment/rail.ts';
import { composePacs008 } from './pacs-008.ts';
import { composePain001 } from './pain-001.ts';

export const instructionMessage = (rail: RailName): 'pacs.008.001.08' | 'pain.001.001.09' =>
  rail === 'swift' || rail === 'fedwire' ? 'pacs.008.001.08' : 'pain.001.001.09';

export const composeInstruction = (order: PaymentInstruction): string =>
  instructionMessage(order.scheme) === 'pacs.008.001.08' ? composePacs008(order) : composePain001(order);
