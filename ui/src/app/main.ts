import { tauriHost } from '../host/tauri';
import { start } from './start';

void start(tauriHost);
