import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkClass } from '../../ui/button-class.ts';

export { type FormSource, FormSourceContext } from './form-source.ts';
export { ItemFiles } from './ItemFiles.tsx';
export { useUploads } from './use-uploads.ts';

/** Where another page says that something is missing for the identity check. */
export function SendForCheckLink() {
  const t = useTranslations('kycPage');
  return (
    <Link to={paths.knowYourCustomer} className={`${linkClass} inline-flex min-h-8 items-center`}>
      {t('sendHere')}
    </Link>
  );
}
