import { defaultText } from '@larkmere/messages/format-message';
import type { MessageCode } from '@larkmere/messages/message';

type ItemText = Extract<MessageCode, `kyc_item_${string}`>;
type ReasonText = Extract<MessageCode, `kyc_reason_${string}`>;

export const itemTitle = (level: string, key: string): string =>
  defaultText(
    (level === 'business' && key === 'source_of_funds'
      ? 'kyc_item_business_source_of_funds'
      : `kyc_item_${key}`) as Exclude<ItemText, 'kyc_item_incomplete' | 'kyc_item_scanning'>,
  );

export const reasonText = (reason: string): string => defaultText(`kyc_reason_${reason}` as ReasonText);
