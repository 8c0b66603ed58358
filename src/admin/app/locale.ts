import zhCN from 'antd/es/locale/zh_CN';
import type { Locale } from 'antd/es/locale';

const calendar = zhCN.DatePicker;

/** antd's Chinese texts. The year and month above a calendar are named by what they show, 2026年, not by 选择年份. */
export const locale: Locale = calendar
  ? {
      ...zhCN,
      DatePicker: {
        ...calendar,
        lang: { ...calendar.lang, yearSelect: '', monthSelect: '', decadeSelect: '' },
      },
    }
  : zhCN;
