import { useQuery } from '@tanstack/react-query';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';
import styles from './feedback-button.module.css';

/** Opens the shop's feedback page in a new tab; hidden without a URL. */
export function FeedbackButton() {
  const { data } = useQuery(appConfigQuery);
  const url = webUrl(data?.[configKeys.feedbackUrl]);
  if (url === undefined) return null;
  return (
    <a className={styles.button} href={url} target="_blank" rel="noopener noreferrer">
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M4 5h16v11H9l-5 4z" strokeLinejoin="round" />
      </svg>
      反馈
    </a>
  );
}

/** The setting may be any text; only http(s) URLs become links. */
function webUrl(setting: string | undefined): string | undefined {
  if (setting === undefined || !URL.canParse(setting)) return undefined;
  const { protocol, href } = new URL(setting);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
