import type { PayeeView } from '@larkmere/contract/payees/payee';

/** How people name a person: by the nickname or the first name. A company has no shorter name than its own. */
export const shortNameOf = ({
  nickname,
  firstName,
  name,
  entityType,
}: Pick<PayeeView, 'nickname' | 'firstName' | 'name' | 'entityType'>): string =>
  nickname ?? firstName ?? (entityType === 'individual' ? name.split(/\s+/)[0] : undefined) ?? name;
