import { QrCode as QrIcon, Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyField.tsx';
import { loadChunk } from '../../ui/chunk.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { moneyText } from '../../ui/money.ts';
import { OfferTerms } from './OfferTerms.tsx';
import type { Referrals } from './referral.api.ts';
import { shareLink } from './share-link.ts';

const LinkQrCode = lazy(async () => ({ default: (await loadChunk(import('./LinkQrCode.tsx'))).LinkQrCode }));

export function InviteCard({ referrals: { link, code, offer } }: { referrals: Referrals }) {
  const t = useTranslations('referral');
  const [open, setOpen] = useState<'terms' | 'qr'>();
  const share = async () => {
    const done = await shareLink(navigator, { text: t('shareText', { brand: brand.name }), url: link });
    if (done === 'copied') showToast({ kind: 'success', text: t('copied') });
    if (done === 'failed') showToast({ kind: 'warning', text: t('notCopied') });
  };
  return (
    <Card>
      <div className="flex items-start gap-4">
        <div className="grid min-w-0 flex-1 gap-3">
          <Offer offer={offer} />
          <div className="flex flex-wrap gap-2 max-sm:flex-col">
            <div className="flex min-h-12 min-w-0 flex-1 items-center gap-2 rounded-control border border-line-strong bg-surface pr-2 pl-3.5">
              <span className="sr-only">{t('link')}</span>
              <span className="min-w-0 flex-1 wrap-anywhere select-all">{link.replace(/^https?:\/\//, '')}</span>
              <CopyButton label={t('copyLink')} text={link} />
            </div>
            <Button icon={<Share2 size={18} />} className="min-h-12" onClick={() => void share()}>
              {t('share')}
            </Button>
          </div>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-text-muted">
            <span>
              {t('code')} <strong className="text-text">{code}</strong>
            </span>
            {offer && (
              <>
                <span aria-hidden>·</span>
                <button type="button" aria-haspopup="dialog" className={linkClass} onClick={() => setOpen('terms')}>
                  {t('terms')}
                </button>
              </>
            )}
            <button
              type="button"
              aria-haspopup="dialog"
              className={`${linkClass} inline-flex items-center gap-1 md:hidden`}
              onClick={() => setOpen('qr')}
            >
              <QrIcon size={16} aria-hidden />
              {t('showQr')}
            </button>
          </p>
        </div>
        <Suspense>
          <div className="hidden rounded-control border border-line bg-white p-2 md:block">
            <LinkQrCode link={link} label={t('qr')} className="size-28" />
          </div>
        </Suspense>
      </div>
      {open === 'terms' && offer && <OfferTerms offer={offer} onClose={() => setOpen(undefined)} />}
      {open === 'qr' && (
        <Dialog title={t('qr')} description={t('scan')} size="pin" onClose={() => setOpen(undefined)}>
          <Suspense>
            <LinkQrCode link={link} label={t('qr')} className="mx-auto size-56 rounded-control bg-white p-2" />
          </Suspense>
        </Dialog>
      )}
    </Card>
  );
}

function Offer({ offer }: Pick<Referrals, 'offer'>) {
  const t = useTranslations('referral');
  if (!offer)
    return (
      <div>
        <h2 className="text-h2 font-bold">{t('noOffer')}</h2>
        <p className="mt-0.5 max-w-[60ch] text-small text-text-muted">{t('noOfferText')}</p>
      </div>
    );
  const { freeTransfers: count, deadlineDays: days } = offer;
  const reward = moneyText(offer.reward);
  return (
    <div>
      <h2 className="text-h2 font-bold">{count > 0 ? t('give', { count, reward }) : t('getOnly', { reward })}</h2>
      <p className="mt-0.5 max-w-[56ch] text-small text-text-muted">
        {t('condition', { exchange: moneyText(offer.exchange), days })}
      </p>
    </div>
  );
}
