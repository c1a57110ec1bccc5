#!/usr/bin/env python3
"""Judges an archive of games on a cluster with Apache Spark.

    spark-submit examples/spark.py GAMES OUT [--wakari PATH] [--partitions N] [--options "..."]

GAMES is text that Spark can read (a file, a folder, hdfs://, s3a://), one request a line as written by
examples/requests.py. OUT is a folder that must not exist yet. Each partition is piped through one `wakari score --worker`,
found at PATH on every machine. If a worker dies, its task fails and Spark gives the partition to another one. An answer
depends only on its line, so nothing is lost or duplicated.
"""
import argparse

from pyspark.sql import SparkSession

arguments = argparse.ArgumentParser(description="Judges an archive of games on a cluster with Apache Spark.")
arguments.add_argument("games")
arguments.add_argument("out")
arguments.add_argument("--wakari", default="wakari", help="the program, as it is called on the machines of the cluster")
arguments.add_argument("--partitions", type=int, default=64, help="tasks: a few for each core")
arguments.add_argument("--options", default="", help="options for wakari score, such as --rules japanese")
given = arguments.parse_args()

spark = SparkSession.builder.appName("wakari score").getOrCreate()
command = f"{given.wakari} score --worker {given.options}"
# RDD.pipe splits the command at blanks. With checkCode, an exit status other than 0 fails the task.
games = spark.sparkContext.textFile(given.games, minPartitions=given.partitions)
games.pipe(command, checkCode=True).saveAsTextFile(given.out)
spark.stop()
