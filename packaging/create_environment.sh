#!/bin/sh
# Usage: create_environment.sh FOLDER run|dev
# Makes the virtual environment if it is missing or broken, and installs the pinned requirements.
set -eu
here=$(dirname "$0")
folder=$1
kind=$2

if ! "$folder/bin/python" -m pip --version >/dev/null 2>&1; then
    python=$(sh "$here/find_python.sh")
    echo "Making $folder with $python"
    "$python" -m venv --clear "$folder"
fi

echo "Installing requirements/$kind.txt (up to 150 MB to load the first time)"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
    --requirement "$here/../requirements/$kind.txt"

root=$(cd "$here/.." && pwd)
environment=$(cd "$folder" && pwd)
cat >"$folder/bin/memloupe" <<END
#!/bin/sh
PYTHONPATH="$root\${PYTHONPATH:+:\$PYTHONPATH}" exec "$environment/bin/python" -m desktop_app "\$@"
END
chmod +x "$folder/bin/memloupe"
touch "$folder/installed-$kind"
