import { useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { useSession } from '../../platform/session/session.ts';

export function HowToSendDocuments() {
  const t = useTranslations('kyc');
  const { user } = useSession();
  return (
    <p className="mt-1 text-text-muted">
      {t.rich('howToSend', {
        address: brand.supportEmail,
        memberCode: user.membercode,
        mail: (address) => (
          <a
            href={`mailto:${brand.supportEmail}`}
            className="font-semibold text-brand-text underline underline-offset-4"
          >
            {address}
          </a>
        ),
      })}
    </p>
  );
}
