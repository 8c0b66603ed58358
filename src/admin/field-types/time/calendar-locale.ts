/** Month and weekday names of calendars in Chinese, with Monday as the first day of a week. */
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';

dayjs.locale('zh-cn');
