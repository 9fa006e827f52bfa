import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { type IconName, icons } from './FavouriteIcon.tsx';

export function IconField({ value, onChange }: { value: IconName; onChange: (icon: IconName) => void }) {
  const t = useTranslations('favourite.form');
  const name = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-semibold">{t('icon')}</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(icons) as IconName[]).map((icon) => {
          const Icon = icons[icon];
          return (
            <label
              key={icon}
              className="grid size-11 cursor-pointer place-items-center rounded-full border border-line-strong text-text-muted transition-colors hover:bg-sunken has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                aria-label={t(`icons.${icon}`)}
                className="sr-only"
                checked={icon === value}
                onChange={() => onChange(icon)}
              />
              <Icon size={20} aria-hidden />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
