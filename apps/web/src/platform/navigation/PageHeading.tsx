import { useHeadingFocus, useSetPageTitle } from './page.ts';

export function PageHeading({ title }: { title: string }) {
  useSetPageTitle(title);
  const heading = useHeadingFocus();
  return (
    <h1 ref={heading} tabIndex={-1} className="text-welcome font-bold">
      {title}
    </h1>
  );
}
