import { useState } from 'react';
import { Alert, App, Button, Card, Upload } from 'antd';
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { readStations } from '../csv.js';
import { plural } from '../stations.js';

export default function ImportPanel({ terrains, importedCount, onImport, onForget }) {
  const { modal } = App.useApp();
  const [result, setResult] = useState(null);

  const take = async (file) => {
    let text;
    try {
      text = await file.text();
    } catch {
      setResult({ key: Date.now(), file: file.name, error: 'The file could not be read.' });
      return;
    }
    const outcome = readStations(text, terrains);
    if (outcome.stations?.length) onImport(outcome.stations);
    setResult({ key: Date.now(), file: file.name, ...outcome });
  };

  const forget = () => {
    modal.confirm({
      title: `Remove ${plural(importedCount, 'imported station')}?`,
      content: 'The examples stay. You can import the file again at any time.',
      okText: 'Remove',
      okButtonProps: { danger: true },
      cancelText: 'Keep',
      onOk: () => {
        setResult(null);
        onForget();
      },
    });
  };

  return (
    <Card size="small" className="import">
      <section aria-label="Import stations" className="import-row">
        <Upload
          accept=".csv,text/csv"
          showUploadList={false}
          fileList={[]}
          beforeUpload={(file) => {
            take(file);
            return false;
          }}
        >
          <Button type="primary" icon={<UploadOutlined aria-hidden="true" />}>
            Import CSV file
          </Button>
        </Upload>
        <p className="hint">
          First line <code>title,humidity</code>, then one station per line. A third column{' '}
          <code>terrain</code> is read if it is there.
        </p>
        {importedCount > 0 && (
          <Button type="text" danger icon={<DeleteOutlined aria-hidden="true" />} onClick={forget}>
            Remove imported stations
          </Button>
        )}
      </section>
      {result && <Outcome key={result.key} result={result} onClose={() => setResult(null)} />}
    </Card>
  );
}

function Outcome({ result, onClose }) {
  const closable = { 'aria-label': 'Close this message' };
  if (result.error) {
    return (
      <Alert
        className="outcome"
        type="error"
        showIcon
        closable={closable}
        onClose={onClose}
        message={`“${result.file}” was refused, nothing was imported.`}
        description={result.error}
      />
    );
  }
  const { stations, skipped } = result;
  return (
    <Alert
      className="outcome"
      role={skipped.length ? 'alert' : 'status'}
      type={skipped.length ? 'warning' : 'success'}
      showIcon
      closable={closable}
      onClose={onClose}
      message={`${plural(stations.length, 'station')} imported from “${result.file}”.`}
      description={
        skipped.length > 0 && (
          <>
            {plural(skipped.length, 'line was', 'lines were')} left out:
            <ul className="skipped">
              {skipped.map((s) => (
                <li key={s.line}>
                  Line {s.line}: {s.reason}
                </li>
              ))}
            </ul>
          </>
        )
      }
    />
  );
}
