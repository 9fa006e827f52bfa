import type { RailName } from '@larkmere/contract/rail-name';
import { composePacs008 } from './pacs-008.ts';
import { composePain001 } from './pain-001.ts';
import type { RailOrder } from './rail.ts';

export const orderMessage = (rail: RailName): 'pacs.008.001.08' | 'pain.001.001.09' =>
  rail === 'swift' || rail === 'fedwire' ? 'pacs.008.001.08' : 'pain.001.001.09';

export const composeOrder = (order: RailOrder): string =>
  orderMessage(order.scheme) === 'pacs.008.001.08' ? composePacs008(order) : composePain001(order);
