import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { IconButton } from '../../ui/IconButton.tsx';

const neverChanges = () => () => {};

/**
 * In the header of a phone. Every step is an address, so this is the browser's Back; who came by a link from outside
 * goes home.
 */
export function BackButton() {
  const t = useTranslations('makePayment');
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const header = useSyncExternalStore(neverChanges, () => document.getElementById('header-lead'));
  const goBack = () => (canGoBack ? router.history.back() : void router.navigate({ to: paths.home }));
  if (!header) return null;
  return createPortal(
    <IconButton label={t('goBack')} onClick={goBack} className="-ml-2 text-text">
      <ArrowLeft size={24} />
    </IconButton>,
    header,
  );
}
