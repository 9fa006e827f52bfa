import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { partnerQuery } from './introducer-partner.api.ts';
import { PartnerStatements } from './PartnerStatements.tsx';
import { ShareRuleCard } from './ShareRuleCard.tsx';
import { ShareSoFar } from './ShareSoFar.tsx';

/** What an introducer partner has beside the invitations. Nothing for every other customer. */
export function PartnerPart() {
  const t = useTranslations('introducerPartner');
  const { data, error, refetch } = useQuery(partnerQuery);
  if (!data)
    return error ? (
      <Card>
        <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
      </Card>
    ) : null;
  return (
    <>
      <ShareRuleCard share={data} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {(data.rule || data.soFar?.lines.length !== 0) && <ShareSoFar soFar={data.soFar} />}
        <PartnerStatements list={data.statements} />
      </div>
    </>
  );
}
