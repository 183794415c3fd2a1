# gbatool with the library that it runs games in. The ROM stays outside:
#
#   docker build -t gbatool .
#   docker run --rm -v "$PWD:/work" gbatool decode map --rom game.gba --state game.ss0
FROM debian:trixie-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 python3-venv libmgba0.10 \
    && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN python3 -m venv /opt/gbatool \
    && /opt/gbatool/bin/pip install --no-cache-dir --constraint /src/constraints.txt /src \
    && rm -rf /src \
    && /opt/gbatool/bin/gbatool doctor
ENV PATH=/opt/gbatool/bin:$PATH
WORKDIR /work
ENTRYPOINT ["gbatool"]
